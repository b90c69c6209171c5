/** How this server names itself to MCP clients. */
export const serverInfo = (baseUrl: string) => ({
  name: 'farebox',
  title: 'Farebox',
  version: '0.1.0',
  websiteUrl: baseUrl,
})
