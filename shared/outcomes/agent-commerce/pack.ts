import { definePack } from '../pack.ts'
import { acceptsDualRailCheck } from './accepts-dual-rail-check.ts'
import { acceptsNetworkSelect } from './accepts-network-select.ts'
import { auditFieldMatrix } from './audit-field-matrix.ts'
import { citationJoinCheck } from './citation-join-check.ts'
import { constraintReceiptVerify } from './constraint-receipt-verify.ts'
import { endpointMatch } from './endpoint-match.ts'
import { facilitatorPayloadLint } from './facilitator-payload-lint.ts'
import { failureClassifier } from './402-failure-classifier.ts'
import { featuredAgentSlot } from './featured-agent-slot.ts'
import { hireDoneWhenLint } from './hire-done-when-lint.ts'
import { integrationReadiness } from './integration-readiness.ts'
import { mcpToolSettleGate } from './mcp-tool-settle-gate.ts'
import { merchantLegitGate } from './merchant-legit-gate.ts'
import { merchantSmoke } from './merchant-smoke.ts'
import { offerReceiptExtensionLint } from './offer-receipt-extension-lint.ts'
import { openapiX402OperationMap } from './openapi-x402-operation-map.ts'
import { paymentRequiredHeaderBudget } from './payment-required-header-budget.ts'
import { paymentRequiredLint } from './payment-required-lint.ts'
import { paymentResponseBind } from './payment-response-bind.ts'
import { preflightCostEstimate } from './preflight-cost-estimate.ts'
import { readbackReceipt } from './readback-receipt.ts'
import { routePayProbe } from './route-pay-probe.ts'
import { settlementStatus } from './settlement-status.ts'
import { settlementWebhookContractLint } from './settlement-webhook-contract-lint.ts'
import { stablePaytoCheck } from './stable-payto-check.ts'
import { verifySettleResponseDelta } from './verify-settle-response-delta.ts'
import { walletReadinessPack } from './wallet-readiness-pack.ts'

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
