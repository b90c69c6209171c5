import { Event } from '#shared/events/event.entity.ts'
import { KeyNotice } from '#shared/mail/key-notice.entity.ts'
import { CallCallback } from '#shared/events/webhooks/call-callback.entity.ts'
import { CallbackAsked } from '#shared/events/webhooks/callback-asked.entity.ts'
import { WebhookDelivery } from '#shared/events/webhooks/webhook-delivery.entity.ts'
import { Webhook } from '#shared/events/webhooks/webhook.entity.ts'
import { CallKey } from '#shared/calls/call-key.entity.ts'
import { KeptCall } from '#shared/calls/kept-call.entity.ts'
import { DroppedMonth } from '#shared/db/dropped-month.entity.ts'
import { CallStep } from '#shared/calls/call-step.entity.ts'
import { Call } from '#shared/calls/call.entity.ts'
import { IdempotencyRecord } from '#shared/idempotency/idempotency-record.entity.ts'
import { ApiKey } from '#shared/market/users/api-key.entity.ts'
import { LimitCounter } from '#shared/market/users/limit-counter.entity.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'
import { PasswordReset } from '#shared/market/users/password-reset.entity.ts'
import { ResetRequest } from '#shared/market/users/reset-request.entity.ts'
import { Session } from '#shared/market/users/session.entity.ts'
import { WalletChallenge } from '#shared/market/users/wallet-challenge.entity.ts'
import { Mail } from '#shared/mail/mail.entity.ts'
import { EmailConfirmation } from '#shared/market/users/email-confirmation.entity.ts'
import { AccountDeletion } from '#shared/market/leaving/account-deletion.entity.ts'
import { AccountExport } from '#shared/market/leaving/account-export.entity.ts'
import { Agent } from '#shared/market/agents/agent.entity.ts'
import { Auction } from '#shared/market/auctions/auction.entity.ts'
import { AuctionStrike } from '#shared/market/auctions/auction-strike.entity.ts'
import { Bid } from '#shared/market/auctions/bid.entity.ts'
import { Feedback } from '#shared/market/feedback/feedback.entity.ts'
import { CardHireCorrection } from '#shared/market/jobs/cards/card-hire-correction.entity.ts'
import { CardHire } from '#shared/market/jobs/cards/card-hire.entity.ts'
import { Engagement } from '#shared/market/jobs/engagement.entity.ts'
import { JobEvent } from '#shared/market/jobs/job-event.entity.ts'
import { JobStanding } from '#shared/market/jobs/job-standing.entity.ts'
import { Job } from '#shared/market/jobs/job.entity.ts'
import { Proposal } from '#shared/market/jobs/proposal.entity.ts'
import { Delivery } from '#shared/market/jobs/work/delivery.entity.ts'
import { JobFile } from '#shared/market/jobs/work/job-file.entity.ts'
import { JobMessage } from '#shared/market/jobs/work/job-message.entity.ts'
import { JobReview } from '#shared/market/jobs/work/job-review.entity.ts'
import { JobVetting } from '#shared/market/jobs/checks/job-vetting.entity.ts'
import { Boost } from '#shared/market/boosts/boost.entity.ts'
import { ListingContent } from '#shared/market/listings/content/listing-content.entity.ts'
import { ListingEvent } from '#shared/market/listings/browse/listing-event.entity.ts'
import { ListingImport } from '#shared/market/listings/ingest/listing-import.entity.ts'
import { ListingVersion } from '#shared/market/listings/content/listing-version.entity.ts'
import { ListingVetting } from '#shared/market/vetting/listing-vetting.entity.ts'
import { Listing } from '#shared/market/listings/listing.entity.ts'
import { ResaleOffer } from '#shared/market/resale/resale-offer.entity.ts'
import { SellerCall } from '#shared/market/endpoints/seller-call.entity.ts'
import { SellerEndpointStat } from '#shared/market/endpoints/seller-endpoint-stat.entity.ts'
import { SellerEndpointVersion } from '#shared/market/endpoints/seller-endpoint-version.entity.ts'
import { SellerEndpoint } from '#shared/market/endpoints/seller-endpoint.entity.ts'
import { SellerStat } from '#shared/market/listings/seller-stat.entity.ts'
import { ListingMedia } from '#shared/market/media/listing-media.entity.ts'
import { MarketUsage } from '#shared/market/quotas/usage.entity.ts'
import { PayoutAccount } from '#shared/market/payouts/payout-account.entity.ts'
import { PayoutLeg } from '#shared/market/payouts/payout-leg.entity.ts'
import { PayoutTransaction } from '#shared/market/payouts/payout-transaction.entity.ts'
import { Payout } from '#shared/market/payouts/payout.entity.ts'
import { Report } from '#shared/market/reports/report.entity.ts'
import { CardDispute } from '#shared/market/cards/card-dispute.entity.ts'
import { CardEvidence } from '#shared/market/cards/card-evidence.entity.ts'
import { CardEvent } from '#shared/market/cards/card-event.entity.ts'
import { CardPayment } from '#shared/market/cards/card-payment.entity.ts'
import { CardRefund } from '#shared/market/cards/card-refund.entity.ts'
import { SolanaOrder } from '#shared/market/solana/solana-order.entity.ts'
import { SolanaPayment } from '#shared/market/solana/solana-payment.entity.ts'
import { SolanaQuote } from '#shared/market/solana/solana-quote.entity.ts'
import { SolanaRefund } from '#shared/market/solana/solana-refund.entity.ts'
import { Payable } from '#shared/market/payables/payable.entity.ts'
import { CommerceDay } from '#shared/market/purchases/commerce-day.entity.ts'
import { LicenseActivation } from '#shared/market/licenses/license-activation.entity.ts'
import { License } from '#shared/market/licenses/license.entity.ts'
import { PurchaseEvent } from '#shared/market/purchases/purchase-event.entity.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { LicenseHolder } from '#shared/market/wraps/license-holder.entity.ts'
import { WrapClaim } from '#shared/market/wraps/wrap-claim.entity.ts'
import { Wrap } from '#shared/market/wraps/wrap.entity.ts'
import { Media } from '#shared/media/media.entity.ts'
import { Account } from '#shared/money/account.entity.ts'
import { Entry } from '#shared/money/entry.entity.ts'
import { Pass } from '#shared/money/passes/pass.entity.ts'
import { PaymentProof } from '#shared/money/payment-proof.entity.ts'
import { ServiceKey } from '#shared/money/prepaid/service-key.entity.ts'
import { SettlementCost } from '#shared/money/settlement/settlement-cost.entity.ts'
import { SettlementSender } from '#shared/money/settlement/settlement-sender.entity.ts'
import { SettlementTransaction } from '#shared/money/settlement/settlement-transaction.entity.ts'
import { Settlement } from '#shared/money/settlement/settlement.entity.ts'
import { JournalRest } from '#shared/money/journal-rest.entity.ts'
import { Transfer } from '#shared/money/transfer.entity.ts'
import { TransferOne } from '#shared/money/transfer-one.entity.ts'
import { TrialClaim } from '#shared/money/trial/trial-claim.entity.ts'
import { AgentOptOut } from '#shared/store/agents/agent-opt-out.entity.ts'
import { AgentStat } from '#shared/store/agents/agent-stat.entity.ts'
import { Leaderboard } from '#shared/store/agents/leaderboard.entity.ts'
import { ReputationEvidence } from '#shared/store/agents/reputation-evidence.entity.ts'
import { AttestationLog } from '#shared/store/attestations/attestation-log.entity.ts'
import { AttestationNode } from '#shared/store/attestations/attestation-node.entity.ts'
import { Attestation } from '#shared/store/attestations/attestation.entity.ts'
import { Effect } from '#shared/store/effect.entity.ts'
import { FeaturedSlot } from '#shared/store/merchants/featured-slot.entity.ts'
import { PaytoObservation } from '#shared/store/merchants/payto-observation.entity.ts'
import { NoteReader } from '#shared/store/notes/note-reader.entity.ts'
import { NoteShare } from '#shared/store/notes/note-share.entity.ts'
import { NoteVersion } from '#shared/store/notes/note-version.entity.ts'
import { Note } from '#shared/store/notes/note.entity.ts'
import { ActionReceipt } from '#shared/store/spending/action-receipt.entity.ts'
import { RateBucket } from '#shared/store/spending/rate-bucket.entity.ts'
import { SpendEntry } from '#shared/store/spending/spend-entry.entity.ts'
import { SpendScope } from '#shared/store/spending/spend-scope.entity.ts'
import { SquareLabel } from '#shared/store/square/square-label.entity.ts'
import { SquarePost } from '#shared/store/square/square-post.entity.ts'
import { StoreOwner } from '#shared/store/store-owner.entity.ts'
import { WorkspaceChange } from '#shared/store/workspaces/workspace-change.entity.ts'
import { WorkspaceFile } from '#shared/store/workspaces/workspace-file.entity.ts'
import { WorkspaceGuest } from '#shared/store/workspaces/workspace-guest.entity.ts'
import { WorkspaceMember } from '#shared/store/workspaces/workspace-member.entity.ts'
import { WorkspaceVersion } from '#shared/store/workspaces/workspace-version.entity.ts'
import { Workspace } from '#shared/store/workspaces/workspace.entity.ts'
import { DistrustedFacilitator } from '#shared/money/x402/distrusted-facilitator.entity.ts'
import { Payer } from '#shared/money/x402/payer.entity.ts'
import { FeaturedBoard } from '#shared/store/merchants/featured-board.entity.ts'
import { ListingWord } from '#shared/market/listings/browse/listing-word.entity.ts'
import { OutcomePause } from '#shared/calls/outcome-pause.entity.ts'
import { OutcomeStat } from '#shared/calls/outcome-stat.entity.ts'
import { StatCursor } from '#shared/calls/stat-cursor.entity.ts'
import { Housekeeping } from '#shared/db/housekeeping.entity.ts'
import { Operator } from '#shared/operators/operator.entity.ts'
import { OperatorAction } from '#shared/operators/operator-action.entity.ts'
import { UpstreamCache } from '#shared/upstreams/upstream-cache.entity.ts'
import { UpstreamPace } from '#shared/upstreams/upstream-pace.entity.ts'
import { WorkerHeartbeat } from '#shared/calls/worker-heartbeat.entity.ts'

/** Every entity, listed explicitly; no directory is scanned. */
export const entities = [
  Account,
  ActionReceipt,
  KeyNotice,
  Mail,
  EmailConfirmation,
  AccountDeletion,
  AccountExport,
  Agent,
  AgentOptOut,
  AgentStat,
  ApiKey,
  Attestation,
  AttestationLog,
  AttestationNode,
  Auction,
  AuctionStrike,
  Bid,
  Boost,
  Call,
  CallCallback,
  CallbackAsked,
  CallKey,
  CallStep,
  CommerceDay,
  Delivery,
  DistrustedFacilitator,
  Effect,
  Engagement,
  Entry,
  Event,
  FeaturedBoard,
  FeaturedSlot,
  Feedback,
  Housekeeping,
  IdempotencyRecord,
  Job,
  JobEvent,
  JobFile,
  JobMessage,
  JobReview,
  JobStanding,
  JobVetting,
  JournalRest,
  KeptCall,
  Leaderboard,
  License,
  LicenseActivation,
  LicenseHolder,
  LimitCounter,
  Listing,
  ListingContent,
  ListingEvent,
  ListingImport,
  ListingMedia,
  ListingVersion,
  ListingVetting,
  ListingWord,
  MarketUsage,
  MarketUser,
  Media,
  Note,
  NoteReader,
  NoteShare,
  NoteVersion,
  Operator,
  OperatorAction,
  OutcomePause,
  OutcomeStat,
  Pass,
  PasswordReset,
  Payable,
  Payer,
  PaymentProof,
  Payout,
  PayoutAccount,
  PayoutLeg,
  PayoutTransaction,
  PaytoObservation,
  Proposal,
  Purchase,
  PurchaseEvent,
  CardDispute,
  CardEvent,
  CardPayment,
  CardRefund,
  CardEvidence,
  CardHire,
  CardHireCorrection,
  DroppedMonth,
  SolanaOrder,
  SolanaPayment,
  SolanaQuote,
  SolanaRefund,
  RateBucket,
  Report,
  ReputationEvidence,
  ResetRequest,
  ResaleOffer,
  SellerCall,
  SellerEndpoint,
  SellerEndpointStat,
  SellerEndpointVersion,
  SellerStat,
  ServiceKey,
  Session,
  Settlement,
  SettlementCost,
  SettlementSender,
  SettlementTransaction,
  SpendEntry,
  SpendScope,
  SquareLabel,
  SquarePost,
  StatCursor,
  StoreOwner,
  Transfer,
  TransferOne,
  TrialClaim,
  UpstreamCache,
  UpstreamPace,
  WalletChallenge,
  Webhook,
  WebhookDelivery,
  WorkerHeartbeat,
  Workspace,
  WorkspaceChange,
  WorkspaceFile,
  WorkspaceGuest,
  WorkspaceMember,
  WorkspaceVersion,
  Wrap,
  WrapClaim,
]
