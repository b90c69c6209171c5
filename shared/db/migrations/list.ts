import { PaidCall } from './0001-paid-call.ts'
import { MediaRecords } from './0002-media.ts'
import { UpstreamCache } from './0003-upstream-cache.ts'
import { CallSteps } from './0004-call-steps.ts'
import { X402 } from './0005-x402.ts'
import { Settlements } from './0006-settlement.ts'
import { Memory } from './0007-memory.ts'
import { PublicRecord } from './0007-public-record.ts'
import { Guards } from './0007-guards.ts'
import { OutcomePause } from './0009-outcome-pause.ts'
import { Purchases } from './0010-purchases.ts'
import { Accounts } from './0011-accounts.ts'
import { WorkerData } from './0012-worker-data.ts'
import { Listings } from './0020-listings.ts'
import { Auctions } from './0021-auctions.ts'
import { ListingPictures } from './0022-listing-media.ts'
import { ReportsFeedback } from './0023-reports-feedback.ts'
import { ListingWords } from './0024-listing-words.ts'
import { SearchFilters } from './0025-search-filters.ts'
import { ListingVettings } from './0026-listing-vetting.ts'
import { ReceiptsByPayer } from './0027-receipts-by-payer.ts'
import { EvidenceFunders } from './0028-evidence-funders.ts'

/** Every migration in its order, listed by hand. A migration that has been released is never edited. */
export const migrations = [
  { name: '0001-paid-call', class: PaidCall },
  { name: '0002-media', class: MediaRecords },
  { name: '0003-upstream-cache', class: UpstreamCache },
  { name: '0004-call-steps', class: CallSteps },
  { name: '0005-x402', class: X402 },
  { name: '0006-settlement', class: Settlements },
  { name: '0007-memory', class: Memory },
  { name: '0007-public-record', class: PublicRecord },
  { name: '0007-guards', class: Guards },
  { name: '0009-outcome-pause', class: OutcomePause },
  { name: '0010-purchases', class: Purchases },
  { name: '0011-accounts', class: Accounts },
  { name: '0012-worker-data', class: WorkerData },
  { name: '0020-listings', class: Listings },
  { name: '0021-auctions', class: Auctions },
  { name: '0022-listing-media', class: ListingPictures },
  { name: '0023-reports-feedback', class: ReportsFeedback },
  { name: '0024-listing-words', class: ListingWords },
  { name: '0025-search-filters', class: SearchFilters },
  { name: '0026-listing-vetting', class: ListingVettings },
  { name: '0027-receipts-by-payer', class: ReceiptsByPayer },
  { name: '0028-evidence-funders', class: EvidenceFunders },
]
