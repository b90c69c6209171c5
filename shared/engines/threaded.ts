/**
 * Engines that strangers' data can keep busy: they run in a worker thread that is really stopped (`ctx.compute`). Each is
 * a pure function of one value that can be cloned; what it needs is loaded in the thread only.
 */
export const threaded = {
  readPage: async () => (await import('./page/read-page.ts')).readPage,
  readSitePage: async () => (await import('./site/page/read-site-page.ts')).readSitePage,
  readSitemap: async () => (await import('./site/files/read-sitemap.ts')).readSitemap,
  screenText: async () => (await import('./screen/screen-text.ts')).screenText,
  auditMcpServer: async () => (await import('./mcp/audit-mcp-server.ts')).auditMcpServer,
  diffTexts: async () => (await import('./diff/diff-texts.ts')).diffTexts,
}

type Loaded<Name extends keyof typeof threaded> = Awaited<ReturnType<(typeof threaded)[Name]>>

export type ThreadedEngine = keyof typeof threaded
export type EngineInput<Name extends ThreadedEngine> = Parameters<Loaded<Name>>[0]
export type EngineAnswer<Name extends ThreadedEngine> = Awaited<ReturnType<Loaded<Name>>>

/** Runs an engine right here. */
export async function runEngine<Name extends ThreadedEngine>(
  name: Name,
  input: EngineInput<Name>,
): Promise<EngineAnswer<Name>> {
  // Safe: the engine of this very name takes this and answers that.
  const engine = (await threaded[name]()) as unknown as (value: EngineInput<Name>) => Promise<EngineAnswer<Name>>
  return engine(input)
}
