import { isObject, ownValue } from '../json/json-value.ts'

export type ToolDefinition = {
  name: string
  description?: unknown
  inputSchema?: unknown
  annotations?: unknown
}

/** One tool as MCP lists it, from MCP's, OpenAI's (`function`, `parameters`) or Anthropic's (`input_schema`) form. */
export function toolDefinition(tool: Readonly<Record<string, unknown>>): ToolDefinition {
  const inner = ownValue(tool, 'function')
  const source = isObject(inner) ? inner : tool
  const name = ownValue(source, 'name')
  const schema = ownValue(source, 'inputSchema') ?? ownValue(source, 'input_schema') ?? ownValue(source, 'parameters')
  const description = ownValue(source, 'description')
  const annotations = ownValue(source, 'annotations')
  return {
    name: typeof name === 'string' ? name : '',
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { inputSchema: schema }),
    ...(annotations === undefined ? {} : { annotations }),
  }
}
