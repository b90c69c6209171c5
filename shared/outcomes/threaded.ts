/**
 * Engines that untrusted data can keep busy. They run in a worker thread that can be terminated (`ctx.compute`). Each
 * is a pure function of one cloneable value; its code is loaded only in the thread.
 */
export const threaded = {
  readPage: async () => (await import('./search/page-markdown/read-page.ts')).readPage,
  readSigns: async () => (await import('../engines/tech/read-signs.ts')).readSigns,
  fingerprint: async () => (await import('../engines/tech/fingerprint.ts')).fingerprint,
  readSitePage: async () => (await import('./workflow/website-intelligence/page/read-site-page.ts')).readSitePage,
  readSitemap: async () => (await import('../engines/site/files/read-sitemap.ts')).readSitemap,
  screenText: async () => (await import('../engines/screen/screen-text.ts')).screenText,
  auditMcpServer: async () => (await import('./prompt-security/mcp-server-audit/audit-mcp-server.ts')).auditMcpServer,
  readForeign: async () => (await import('../engines/model/read-foreign.ts')).readForeign,
  readCandidates: async () => (await import('./builder/llm-judge/read-candidate.ts')).readCandidates,
  summarize: async () => (await import('../engines/text/summarize.ts')).summarize,
  rerank: async () => (await import('./compute-text/rerank-passages/rerank.ts')).rerank,
  extractFields: async () => (await import('./compute-text/extract-structured/extract-fields.ts')).extractFields,
  rankPassages: async () => (await import('./search/research-brief/rank-passages.ts')).rankPassages,
  fitPassages: async () => (await import('./search/research-brief/fit-passages.ts')).fitPassages,
  diffTexts: async () => (await import('./memory/notepad-read/diff-texts.ts')).diffTexts,
  findIndicators: async () => (await import('../engines/repo/indicators/find-indicators.ts')).findIndicators,
  readCompanyPage: async () => (await import('../engines/company/page/read-company-page.ts')).readCompanyPage,
  keepSchema: async () => (await import('../engines/json/keep-schema.ts')).keepSchema,
  unpackVpic: async () => (await import('./data/vin-decode/unpack-vpic.ts')).unpackVpic,
}

type Loaded<Name extends keyof typeof threaded> = Awaited<ReturnType<(typeof threaded)[Name]>>

export type ThreadedEngine = keyof typeof threaded
export type EngineInput<Name extends ThreadedEngine> = Parameters<Loaded<Name>>[0]
export type EngineAnswer<Name extends ThreadedEngine> = Awaited<ReturnType<Loaded<Name>>>

/** Runs an engine in the current thread. Calls `onBegin` once its code is loaded. */
export async function runEngine<Name extends ThreadedEngine>(
  name: Name,
  input: EngineInput<Name>,
  onBegin: () => void = () => {},
): Promise<EngineAnswer<Name>> {
  // Safe: the engine of this name has this input and this answer.
  const engine = (await threaded[name]()) as unknown as (value: EngineInput<Name>) => Promise<EngineAnswer<Name>>
  onBegin()
  return engine(input)
}
