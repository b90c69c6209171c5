import { definePack } from '../pack.ts'
import { acceptsDualRailCheck } from './accepts-dual-rail-check/outcome.ts'
import { acceptsNetworkSelect } from './accepts-network-select/outcome.ts'
import { auditFieldMatrix } from './audit-field-matrix/outcome.ts'
import { citationJoinCheck } from './citation-join-check/outcome.ts'
import { constraintReceiptVerify } from './constraint-receipt-verify/outcome.ts'
import { endpointMatch } from './endpoint-match.ts'
import { facilitatorPayloadLint } from './facilitator-payload-lint/outcome.ts'
import { failureClassifier } from './402-failure-classifier/outcome.ts'
import { featuredAgentSlot } from './featured-agent-slot/outcome.ts'
import { hireDoneWhenLint } from './hire-done-when-lint/outcome.ts'
import { integrationReadiness } from './integration-readiness/outcome.ts'
import { mcpToolSettleGate } from './mcp-tool-settle-gate/outcome.ts'
import { merchantLegitGate } from './merchant-legit-gate/outcome.ts'
import { merchantSmoke } from './merchant-smoke.ts'
import { offerReceiptExtensionLint } from './offer-receipt-extension-lint/outcome.ts'
import { openapiX402OperationMap } from './openapi-x402-operation-map/outcome.ts'
import { paymentRequiredHeaderBudget } from './payment-required-header-budget/outcome.ts'
import { paymentRequiredLint } from './payment-required-lint.ts'
import { paymentResponseBind } from './payment-response-bind/outcome.ts'
import { preflightCostEstimate } from './preflight-cost-estimate/outcome.ts'
import { readbackReceipt } from './readback-receipt/outcome.ts'
import { routePayProbe } from './route-pay-probe.ts'
import { settlementStatus } from './settlement-status/outcome.ts'
import { settlementWebhookContractLint } from './settlement-webhook-contract-lint/outcome.ts'
import { stablePaytoCheck } from './stable-payto-check.ts'
import { verifySettleResponseDelta } from './verify-settle-response-delta/outcome.ts'
import { walletReadinessPack } from './wallet-readiness-pack/outcome.ts'

export const agentCommercePack = definePack({
  name: 'agent-commerce-pack',
  purpose: 'Payment and settlement lints and receipts.',
  dayPass: false,
  outcomes: [
    paymentRequiredLint,
    paymentRequiredHeaderBudget,
    facilitatorPayloadLint,
    offerReceiptExtensionLint,
    acceptsNetworkSelect,
    endpointMatch,
    routePayProbe,
    integrationReadiness,
    verifySettleResponseDelta,
    settlementWebhookContractLint,
    settlementStatus,
    openapiX402OperationMap,
    mcpToolSettleGate,
    failureClassifier,
    paymentResponseBind,
    readbackReceipt,
    constraintReceiptVerify,
    preflightCostEstimate,
    hireDoneWhenLint,
    citationJoinCheck,
    auditFieldMatrix,
    stablePaytoCheck,
    acceptsDualRailCheck,
    merchantSmoke,
    merchantLegitGate,
    walletReadinessPack,
    featuredAgentSlot,
  ],
})
