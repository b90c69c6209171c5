import { isObject, ownValue } from '../json/json-value.ts'
import { LintReport } from '../lint/lint-report.ts'
import { mergeVerdicts } from '../lint/merge-verdicts.ts'
import { readSample } from '../payto/read-sample.ts'
import type { MerchantProbe } from './merchant-probe.ts'
import { read402, type Read402 } from './read-402.ts'
import { smokeRules } from './smoke.rules.ts'

export type Found = 'found' | 'missing' | 'invalid'
/** What an origin serves for directories. */
export type Discovery = { well_known_x402: Found; openapi: Found }

const SLOW_MS = 3_000
const SOON_DAYS = 14
const DAY_MS = 86_400_000
type Smoke = LintReport<typeof smokeRules>
type Check = { id: string; status: 'pass' | 'warn' | 'fail' | 'skipped'; detail: string }

/** One unpaid probe of an endpoint, judged: alive, priced, payable, found, quick enough. */
export function smokeTest({
  probe,
  discovery,
  url,
  nowMs,
}: {
  probe: MerchantProbe | null
  discovery: Discovery
  url: string
  nowMs: number
}) {
  const report = new LintReport(smokeRules)
  const read = read402(probe)
  const isX402 = read !== null && read.options !== null && read.accepts.length > 0
  judgeAnswer(report, probe, isX402)
  const tls = judgeTls(report, probe, nowMs)
  if (probe !== null && probe.latencyMs >= SLOW_MS) report.add('MS_SLOW', '', { ms: probe.latencyMs })
  const bazaar = bazaarOf(read)
  const found = { ...discovery, bazaar_extension: bazaar }
  if (isX402) judgeDiscovery(report, found)
  const own = report.conclude(url)
  // Without an x402 document there is nothing to lint.
  const { findings, summary, valid, decision } = isX402 ? mergeVerdicts(own, read) : own
  const answered = probe !== null
  return {
    valid,
    decision,
    findings,
    summary,
    x402_version: read?.x402_version ?? null,
    input_digest: isX402 ? read.input_digest : own.input_digest,
    reachable: answered,
    status: probe?.status ?? null,
    paywalled: isX402,
    free_answer: answered && probe.status >= 200 && probe.status < 300,
    latency_ms: probe?.latencyMs ?? 0,
    price: priceOf(read),
    options: read?.accepts.length ?? 0,
    tls,
    discovery: found,
    cors: exposesHeader(probe),
    checks: checksOf({ probe, isX402, read, tls, found }),
    seen: probe === null ? [] : (readSample(probe.status, probe.headers, Buffer.from(probe.body)) ?? []),
  }
}

function judgeAnswer(report: Smoke, probe: MerchantProbe | null, isX402: boolean): void {
  if (probe === null) return report.add('MS_UNREACHABLE', '')
  const { status } = probe
  if (isX402) return
  if (status === 402) {
    const scheme = otherScheme(probe)
    return scheme === null
      ? report.add('MS_NOT_X402', '')
      : report.add('MS_OTHER_SCHEME', '/headers/www-authenticate', { scheme })
  }
  if (status >= 200 && status < 300) return report.add('MS_NOT_PAYWALLED', '', { status })
  report.add('MS_OTHER_STATUS', '', { status })
}

/** The scheme of WWW-Authenticate, such as L402, LSAT or Payment; null without one. */
function otherScheme({ headers }: MerchantProbe): string | null {
  const challenge = [headers['www-authenticate'] ?? []].flat()[0]
  return /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]{1,40})/.exec(challenge ?? '')?.[1] ?? null
}

function judgeTls(report: Smoke, probe: MerchantProbe | null, nowMs: number) {
  if (probe === null) return null
  if (!probe.url.startsWith('https:')) report.add('MS_NO_TLS', '')
  const { tls } = probe
  if (tls === null) return null
  const valid = tls.trusted && tls.sanMatch
  const daysLeft = tls.validTo === null ? null : Math.floor((Date.parse(tls.validTo) - nowMs) / DAY_MS)
  if (!valid) report.add('MS_TLS_INVALID', '', { problem: tls.problem ?? 'it is for another name' })
  else if (daysLeft !== null && daysLeft < SOON_DAYS) report.add('MS_TLS_SOON', '', { days: daysLeft })
  return { valid, days_left: daysLeft }
}

function bazaarOf(read: Read402 | null): Found {
  const extensions = read?.decoded ? ownValue(read.decoded, 'extensions') : undefined
  if (!isObject(extensions) || !Object.hasOwn(extensions, 'bazaar')) return 'missing'
  return read?.findings.some(({ path }) => path.startsWith('/extensions/bazaar')) === true ? 'invalid' : 'found'
}

function judgeDiscovery(report: Smoke, found: Discovery & { bazaar_extension: Found }): void {
  const broken = Object.entries(found).filter(([, state]) => state === 'invalid')
  for (const [what] of broken) report.add('MS_DISCOVERY_INVALID', '', { what })
  if (Object.values(found).every((state) => state === 'missing')) report.add('MS_NO_DISCOVERY', '')
}

/** The cheapest way to pay in a dollar token. */
function priceOf(read: Read402 | null) {
  const { min_price: cheapest } = read ?? {}
  const option = cheapest ? read?.accepts[cheapest.index] : undefined
  if (!cheapest || option === undefined) return null
  return {
    usd: cheapest.amount_human,
    atomic: option.amount_atomic,
    asset: option.asset_symbol,
    network: option.network_caip2 ?? option.network,
  }
}

function exposesHeader(probe: MerchantProbe | null): boolean {
  const exposed = [probe?.headers['access-control-expose-headers'] ?? []].flat().join(',').toLowerCase()
  return exposed.trim() === '*' || exposed.includes('payment-required')
}

type Seen = {
  probe: MerchantProbe | null
  isX402: boolean
  read: Read402 | null
  tls: { valid: boolean; days_left: number | null } | null
  found: Discovery & { bazaar_extension: Found }
}

function checksOf({ probe, isX402, read, tls, found }: Seen): Check[] {
  const row = (id: string, passes: boolean, detail: string, otherwise: Check['status'] = 'fail'): Check => ({
    id,
    status: passes ? 'pass' : otherwise,
    detail,
  })
  if (probe === null) return [row('reachable', false, 'no HTTP answer within 8 s')]
  const { errors = 0, warnings = 0 } = read?.summary ?? {}
  const kept = Object.entries(found).flatMap(([name, state]) => (state === 'found' ? [name] : []))
  return [
    row('reachable', true, `it answered ${probe.status} to ${probe.method}`),
    row('paywalled', isX402, isX402 ? `${read?.accepts.length ?? 0} way(s) to pay` : 'no x402 document'),
    isX402
      ? row(
          'lint',
          errors === 0 && warnings === 0,
          `${errors} error(s), ${warnings} warning(s)`,
          errors > 0 ? 'fail' : 'warn',
        )
      : { id: 'lint', status: 'skipped', detail: 'there was nothing to lint' },
    tls === null
      ? { id: 'tls', status: probe.url.startsWith('https:') ? 'skipped' : 'warn', detail: 'no TLS was looked at' }
      : row('tls', tls.valid, tls.valid ? 'the certificate verifies' : 'the certificate does not verify'),
    row('latency', probe.latencyMs < SLOW_MS, `${probe.latencyMs} ms to the first byte`, 'warn'),
    row('discovery', kept.length > 0, kept.length > 0 ? kept.join(', ') : 'nothing was found', 'warn'),
    row('cors', exposesHeader(probe), 'PAYMENT-REQUIRED exposed to browsers', 'warn'),
  ]
}
