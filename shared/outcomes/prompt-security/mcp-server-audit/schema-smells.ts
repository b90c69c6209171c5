import { actingEffects, sideParameters } from '#shared/engines/capability/capability-words.rules.ts'
import type { Effect } from '#shared/engines/capability/effects.ts'
import { objectOr, textOr, type ToolLike } from '#shared/engines/capability/tool-like.ts'
import { shortPointerToken } from '#shared/engines/json/short-pointer-token.ts'
import { kindOf } from '#shared/engines/secrets/named-values.ts'
import type { McpFinding } from '#shared/engines/mcp/mcp-verdict.ts'
import { finding } from '#shared/engines/mcp/report.ts'

const MAX_PARAMETERS = 300
const sides = sideParameters.map(({ pattern, severity }) => ({ severity, pattern: new RegExp(pattern, 'i') }))

/** What a tool's input schema lets through that it should not. */
export function schemaSmells(tool: ToolLike, capabilities: readonly Effect[], root: string): McpFinding[] {
  const schema = tool.inputSchema
  if (schema === undefined) return []
  const found: McpFinding[] = []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  for (const { name, value, path } of parametersOf(schema, `${root}/inputSchema`)) {
    const place = { item: tool.name, path, excerpt: name }
    const side = sides.find(({ pattern }) => pattern.test(name))
    if (side !== undefined)
      found.push(
        finding(side.severity === 'high' || required.includes(name) ? 'hidden_parameter' : 'context_parameter', place),
      )
    const isFree =
      value['type'] === 'string' &&
      value['enum'] === undefined &&
      value['pattern'] === undefined &&
      value['const'] === undefined
    if (
      isFree &&
      /^(?:command|cmd|shell|script|code|bash|exec|expression|eval|python|javascript)s?$/i.test(name) &&
      capabilities.includes('executes')
    )
      found.push(finding('free_form_command', place))
    if (isFree && /^(?:sql|query_?sql|raw_?sql|sql_?query|statement)$/i.test(name))
      found.push(finding('free_form_sql', place))
    if (
      isFree &&
      /^(?:file_?)?(?:path|filename|file_?path|directory|dir|folder)$/i.test(name) &&
      !/\b(?:within|relative to|under|inside|allowed|root)\b/i.test(
        textOr(value['description']) ?? tool.description ?? '',
      )
    )
      found.push(finding('free_form_path', place))
    if (isFree && /^(?:url|uri|endpoint|webhook(?:_url)?|callback(?:_url)?)$/i.test(name))
      found.push(finding('free_form_url', place))
    if (
      isFree &&
      /token|password|secret|api_?key|credential/i.test(name) &&
      ['password', 'secret'].includes(kindOf(name) ?? '')
    )
      found.push(finding('secret_parameter', place))
    if (value['type'] === 'array' && value['maxItems'] === undefined) found.push(finding('unbounded_input', place))
  }
  if (schema['additionalProperties'] === true && capabilities.some((effect) => actingEffects.has(effect)))
    found.push(finding('open_schema', { item: tool.name, path: `${root}/inputSchema/additionalProperties` }))
  return found
}

/** Parameters at any depth, with their schemas; hostile schemas end at 300. */
function parametersOf(
  schema: Record<string, unknown>,
  root: string,
): { name: string; value: Record<string, unknown>; path: string }[] {
  const found: { name: string; value: Record<string, unknown>; path: string }[] = []
  const next = [{ value: schema, path: root }]
  for (let at = next.shift(); at !== undefined && found.length < MAX_PARAMETERS; at = next.shift()) {
    for (const [name, sent] of Object.entries(objectOr(at.value['properties']))) {
      const value = objectOr(sent)
      const path = `${at.path}/properties/${shortPointerToken(name)}`
      found.push({ name, value, path })
      if (value['properties'] !== undefined) next.push({ value, path })
      const items = objectOr(value['items'])
      if (items['properties'] !== undefined) next.push({ value: items, path: `${path}/items` })
    }
  }
  return found
}
