import type { Severity } from '../guard/verdict.ts'

/** What each code means: its place in the OWASP MCP Top 10 (2025), how bad it is, and what to do. */
export type FindingRule = { owasp: McpRisk; severity: Severity; message: string; fix: string }

export const mcpRisks = [
  'MCP01',
  'MCP02',
  'MCP03',
  'MCP04',
  'MCP05',
  'MCP06',
  'MCP07',
  'MCP08',
  'MCP09',
  'MCP10',
] as const
export type McpRisk = (typeof mcpRisks)[number]

export const mcpRuleset = 'mcp-audit/2026-11-28.2'

const table = {
  secret_in_default: {
    owasp: 'MCP01',
    severity: 'high',
    message: 'A credential stands in the definition.',
    fix: 'Take the credential out, rotate it, and read it from a secret store at run time.',
  },
  secret_in_env: {
    owasp: 'MCP01',
    severity: 'high',
    message: 'A credential is written into the start configuration.',
    fix: 'Reference a secret store or an input prompt instead of the value, and rotate it.',
  },
  secret_parameter: {
    owasp: 'MCP01',
    severity: 'low',
    message: 'The tool takes a credential as a parameter, so it passes through the model’s context and logs.',
    fix: 'Keep the credential in the server; let the tool name a connection instead.',
  },
  wildcard_scope: {
    owasp: 'MCP02',
    severity: 'high',
    message: 'A scope grants everything.',
    fix: 'Name the single permissions the tools need.',
  },
  broad_scope: {
    owasp: 'MCP02',
    severity: 'medium',
    message: 'A scope grants more than most tasks need.',
    fix: 'Use the narrower scope.',
  },
  tool_poisoning: {
    owasp: 'MCP03',
    severity: 'critical',
    message: 'The text gives orders to the model that reads it.',
    fix: 'Remove the tool or the server; a description says what a tool does, never what else to do.',
  },
  suspicious_text: {
    owasp: 'MCP03',
    severity: 'high',
    message: 'The text has signs of orders to the model that reads it.',
    fix: 'Read the text at this path; rewrite it so that it only describes the tool.',
  },
  unread_text: {
    owasp: 'MCP03',
    severity: 'high',
    message: 'The definition is longer than what is read of it; the rest was not looked at.',
    fix: 'Shorten the definition: a model has to read all of it.',
  },
  hidden_characters: {
    owasp: 'MCP03',
    severity: 'high',
    message: 'The text holds characters that people do not see.',
    fix: 'Take the characters out, and find out who put them in.',
  },
  offensive_capability: {
    owasp: 'MCP05',
    severity: 'critical',
    message: 'The tool says that it attacks.',
    fix: 'Do not connect it to an agent; run such tools by hand in an isolated lab.',
  },
  offensive_technique: {
    owasp: 'MCP05',
    severity: 'high',
    message: 'The tool names a technique of attackers.',
    fix: 'Find out what it is for; keep it away from agents with real access.',
  },
  result_tampering: {
    owasp: 'MCP06',
    severity: 'critical',
    message: 'The tool means to change what another tool says or does.',
    fix: 'Remove the tool; a tool has no business with the results of others.',
  },
  hidden_parameter: {
    owasp: 'MCP10',
    severity: 'high',
    message: 'A parameter carries the conversation or instructions out of the agent.',
    fix: 'Remove the parameter; pass only what the tool works on.',
  },
  covert_collection: {
    owasp: 'MCP10',
    severity: 'high',
    message: 'The tool keeps or passes on sensitive data beside what it is for.',
    fix: 'Find out where the data goes; use a tool that does only its work.',
  },
  context_parameter: {
    owasp: 'MCP10',
    severity: 'medium',
    message: 'A parameter may carry more of the context than the tool needs.',
    fix: 'Say what exactly belongs there, or remove it.',
  },
  unpinned_package: {
    owasp: 'MCP04',
    severity: 'medium',
    message: 'The package is fetched without a version each time it starts.',
    fix: 'Pin an exact version, and better an integrity digest.',
  },
  package_from_url: {
    owasp: 'MCP04',
    severity: 'high',
    message: 'The server is installed from a URL or a branch that can change.',
    fix: 'Pin a release by digest.',
  },
  remote_script: {
    owasp: 'MCP04',
    severity: 'critical',
    message: 'The start command downloads a script and runs it.',
    fix: 'Install a pinned package instead, and read the script first.',
  },
  rug_pull: {
    owasp: 'MCP04',
    severity: 'critical',
    message: 'A tool that was approved has changed in a way that gives it new power or new orders.',
    fix: 'Stop using the tool until the new definition has been read and approved.',
  },
  definition_changed: {
    owasp: 'MCP04',
    severity: 'medium',
    message: 'A tool’s definition is not the one of the baseline.',
    fix: 'Read the change, then store the new definition as the baseline.',
  },
  destructive_command: {
    owasp: 'MCP05',
    severity: 'high',
    message: 'The start command or a default destroys data.',
    fix: 'Remove the command.',
  },
  free_form_command: {
    owasp: 'MCP05',
    severity: 'high',
    message: 'A parameter takes any command or code and the tool runs it.',
    fix: 'Offer the few actions that are needed as an enum, or run in a sandbox and ask a human.',
  },
  free_form_sql: {
    owasp: 'MCP05',
    severity: 'medium',
    message: 'A parameter takes any SQL.',
    fix: 'Use a read-only role, or named queries with parameters.',
  },
  free_form_path: {
    owasp: 'MCP05',
    severity: 'low',
    message: 'A path parameter has no pattern and no root.',
    fix: 'State the permitted root and check paths against it after resolving them.',
  },
  free_form_url: {
    owasp: 'MCP05',
    severity: 'low',
    message: 'A URL parameter has no pattern: the tool can be sent anywhere, inside too.',
    fix: 'List the permitted hosts, and refuse private addresses.',
  },
  open_schema: {
    owasp: 'MCP05',
    severity: 'low',
    message: 'A tool that acts takes parameters it does not name.',
    fix: 'Set additionalProperties to false.',
  },
  unbounded_input: {
    owasp: 'MCP05',
    severity: 'info',
    message: 'A list parameter has no upper bound.',
    fix: 'Set maxItems.',
  },
  unguarded_action: {
    owasp: 'MCP02',
    severity: 'high',
    message: 'The tool says that it acts beyond its bounds or without asking.',
    fix: 'Limit what it may reach, and put a confirmation before what it does.',
  },
  annotation_mismatch: {
    owasp: 'MCP06',
    severity: 'high',
    message: 'The annotations say less than the tool does.',
    fix: 'Correct readOnlyHint, destructiveHint and openWorldHint; clients skip confirmation by them.',
  },
  missing_annotations: {
    owasp: 'MCP06',
    severity: 'info',
    message:
      'No annotations: clients must take the tool as destructive and open to the world (the defaults of the specification).',
    fix: 'Add annotations.',
  },
  lethal_trifecta: {
    owasp: 'MCP06',
    severity: 'critical',
    message: 'Untrusted content, private data and a way out are in one context.',
    fix: 'Split the tools over agents that share no context, or put a human before every outward call.',
  },
  toxic_flow: {
    owasp: 'MCP06',
    severity: 'high',
    message: 'A stranger’s text can reach a tool that runs code or moves money.',
    fix: 'Put a confirmation before the second tool, or take one of them away.',
  },
  no_auth: {
    owasp: 'MCP07',
    severity: 'high',
    message: 'The server is reached over the network without authentication.',
    fix: 'Require OAuth 2.1 or mutual TLS.',
  },
  no_tls: { owasp: 'MCP07', severity: 'high', message: 'The server is reached over plain HTTP.', fix: 'Use HTTPS.' },
  static_bearer: {
    owasp: 'MCP07',
    severity: 'low',
    message: 'One static token stands for every caller.',
    fix: 'Use OAuth 2.1 with short-lived, audience-bound tokens.',
  },
  deprecated_transport: {
    owasp: 'MCP07',
    severity: 'low',
    message: 'The HTTP+SSE transport was replaced in 2025.',
    fix: 'Move to Streamable HTTP.',
  },
  tool_shadowing: {
    owasp: 'MCP09',
    severity: 'high',
    message: 'A tool has the name of a tool of another connected server.',
    fix: 'Disconnect one of the servers, or prefix the names.',
  },
  similar_name: {
    owasp: 'MCP09',
    severity: 'medium',
    message: 'A tool’s name is nearly that of a tool of another connected server.',
    fix: 'Make sure which one the agent calls; prefix the names.',
  },
  cross_reference: {
    owasp: 'MCP09',
    severity: 'high',
    message: 'A tool’s text speaks of a tool of another server.',
    fix: 'Remove the reference; a server describes its own tools only.',
  },
  duplicate_tool: {
    owasp: 'MCP09',
    severity: 'medium',
    message: 'Two tools have the same name.',
    fix: 'Rename one of them.',
  },
  no_tools: {
    owasp: 'MCP09',
    severity: 'low',
    message: 'The server offers no tools.',
    fix: 'Send the answer of tools/list, or check that this is the server you meant.',
  },
  unnamed_tool: { owasp: 'MCP09', severity: 'low', message: 'A tool has no name.', fix: 'Name the tool.' },
  no_description: {
    owasp: 'MCP06',
    severity: 'info',
    message: 'A tool does not say what it does.',
    fix: 'Describe it in a sentence.',
  },
  not_fetched: {
    owasp: 'MCP09',
    severity: 'low',
    message: 'A part of the live server could not be read.',
    fix: 'Send its lists in the body instead.',
  },
} as const satisfies Record<string, FindingRule>

export type FindingCode = keyof typeof table
export const findingRules: Readonly<Record<FindingCode, FindingRule>> = table
