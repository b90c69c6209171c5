type Said = { cents: number; pack: string; impulse: boolean; dayPass: boolean }

/** Outcomes that meet the world: their example runs in their own tests, where the world is a fixture. */
export const WORLDLY: Record<string, Said> = {
  'wikipedia-summary': { cents: 1, pack: 'search-pack', impulse: true, dayPass: false },
  'page-markdown': { cents: 2, pack: 'search-pack', impulse: true, dayPass: false },
  'http-headers': { cents: 1, pack: 'data-pack', impulse: true, dayPass: false },
  'redirect-resolve': { cents: 1, pack: 'data-pack', impulse: true, dayPass: false },
  'pdf-extract': { cents: 5, pack: 'data-pack', impulse: false, dayPass: false },
  screenshot: { cents: 2, pack: 'media-pack', impulse: true, dayPass: false },
  'website-intelligence': { cents: 49, pack: 'workflow-pack', impulse: false, dayPass: false },
}

/** What the interface document says of the outcomes that exist: cents, pack, impulse order, day pass. */
export const DOCUMENT: Record<string, Said> = {
  ...WORLDLY,
  'hash-text': { cents: 1, pack: 'builder-pack', impulse: false, dayPass: true },
  'json-repair': { cents: 1, pack: 'builder-pack', impulse: true, dayPass: true },
  'json-schema-validate': { cents: 1, pack: 'builder-pack', impulse: false, dayPass: true },
  'jwt-decode': { cents: 1, pack: 'builder-pack', impulse: false, dayPass: true },
  'regex-test': { cents: 1, pack: 'builder-pack', impulse: false, dayPass: true },
  'timezone-convert': { cents: 1, pack: 'builder-pack', impulse: false, dayPass: true },
  'dictionary-define': { cents: 1, pack: 'data-pack', impulse: true, dayPass: false },
  'idempotency-guard': { cents: 10, pack: 'reliability-pack', impulse: false, dayPass: true },
  'destructive-action-guard': { cents: 10, pack: 'reliability-pack', impulse: false, dayPass: true },
  'agent-state-guard': { cents: 10, pack: 'reliability-pack', impulse: false, dayPass: true },
  'preflight-before-write': { cents: 25, pack: 'reliability-pack', impulse: false, dayPass: true },
  'reliability-scorecard': { cents: 0, pack: 'reliability-pack', impulse: false, dayPass: true },
}
