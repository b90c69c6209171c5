/** Kinds of sources that can be turned into a draft. */
export const SOURCE_TYPES = ['text', 'markdown', 'skill_md', 'mcp_server_json', 'openapi'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]
