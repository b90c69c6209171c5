/**
 * The names by which data of the world is known where a schema takes any object: one line a form, for all fields of a
 * `<type>` or for one field of one outcome. A name with `!` has to be there, one of those that `|` parts; `[]` stands
 * before the names of the objects in a list. A field may have several forms.
 */
export const FORMS = `
<x402-offer>: x402_version! accepts! error resource
<x402-payment>: payload! x402_version|accepted|scheme! network extensions resource
<accepts>: [] scheme! network! pay_to|amount|max_amount_required! asset max_timeout_seconds resource description mime_type extra output_schema
<tool-list>: [] name! description|input_schema|parameters! annotations output_schema title
<tool-list>: tools!
<receipt>: signature! agent_id|action|payload_digest|profile|resource! nonce ts quote receipt_type decision_ref decision
<receipt>: transaction! network! success payer amount error_reason pay_to asset
<receipt>: action|agent_id! ts|timestamp|time! decision amount_cents amount payload_digest
<openapi>: openapi|swagger! paths|info! servers components
<json-schema>: properties|items|any_of|one_of|all_of|enum|ref|schema! type required additional_properties title description defs pattern format minimum maximum
agent-tool-permission-review.tools: [] name! scopes|permissions|grants|access|rights! risk
agent-tool-permission-review.tools: [] name! description|input_schema!
contract-pin-guard.contract: name! description|input_schema! annotations output_schema
contract-pin-guard.pinned_contract: name! description|input_schema! annotations output_schema
drift-guard.baseline: counts!
drift-guard.current: counts!
trace-provenance-check.spans: [] span_id! trace_id parent_span_id name kind start end start_time end_time start_time_unix_nano end_time_unix_nano attributes status
trace-provenance-check.spans: resource_spans!
token-budget-guard.messages: [] role! content! name tool_calls
handoff-digest.transcript: [] role! content! name tool_calls
memory-integrity-check.entries: [] id! content! hash prev_hash ts author source signature
memory-integrity-check.entries: [] content! hash|prev_hash! ts author source signature
attest-verify.envelope: payload_type! payload! signatures!
skill-vet.files: [] path! content|content_base64!
skill-signature-verify.files: [] path! content|content_base64|sha256! mode
verify-settle-response-delta.verify: is_valid! payer invalid_reason
verify-settle-response-delta.settle: success! transaction|error_reason! network payer
verify-settle-response-delta.requirements: scheme! network! pay_to|amount! asset
verify-settle-response-delta.payload: payload! x402_version|accepted|scheme!
settlement-status.payment_response: success! transaction! network payer error_reason
payment-response-bind.receipt: transaction! network payer success payload_digest
payment-response-bind.receipt: signature! payload_digest|agent_id! nonce ts
offer-receipt-extension-lint.body: x402_version! accepts! extensions.offer_receipt! resource error extensions
offer-receipt-extension-lint.body: x402_version! accepts! error resource
offer-receipt-extension-lint.settlement: success! transaction! network payer extensions
offer-receipt-extension-lint.jwk: kty! crv x y kid
facilitator-payload-lint.payment_requirements: scheme! network! pay_to|amount|max_amount_required! asset max_timeout_seconds
openapi-x402-operation-map.accepts: [] scheme! network! pay_to|amount|max_amount_required! asset max_timeout_seconds
openapi-x402-operation-map.accepts: scheme! network! pay_to|amount|max_amount_required! asset max_timeout_seconds
mcp-tool-settle-gate.accepts: [] scheme! network! pay_to|amount|max_amount_required! asset max_timeout_seconds
mcp-tool-settle-gate.tool_schema: properties! type required additional_properties
accepts-network-select.wallets: [] network! kind|balances|address! type
402-failure-classifier.body: x402_version|error! accepts code detail reason message
402-failure-classifier.payment: payload! x402_version|accepted|scheme!
402-failure-classifier.attempts: [] status|error! ts at body
webhook-normalize.payload: type|event|action|event_type|topic! id object data created created_at livemode resource repository sender api_version
webhook-normalize.headers: content_type|user_agent|stripe_signature|x_github_event|x_hub_signature_256|webhook_signature|webhook_id!
settlement-webhook-contract-lint.payload: event|type|status! transaction tx network amount payer nonce timestamp
constraint-receipt-verify.constraints: max_amount|max_amount_cents|allowed_actions|actions|not_before|not_after|expires_at|allowed_payees|networks!
constraint-receipt-verify.constraints: [] field|path|kind! op value
citation-join-check.decision_ref: digest|decision|ref|decision_id! id uri slug
mcp-server-audit.server: name! version url
infra-target-guard.context: cluster|account_id|account|region|project|namespace|host! environment
tool-call-budget-guard.calls: [] tool|name! args|arguments|args_digest! ts cost_usd ok result_digest
`
