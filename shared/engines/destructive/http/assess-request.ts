import { partsOf, verbOf } from '../command/verbs.ts'
import type { Rule } from '../rule.ts'
import { requestRules } from '../rules/http.rules.ts'
import { storeWords } from '../rules/verb.rules.ts'
import { addSegment, report } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'
import { isSql } from '../sql/is-sql.ts'

type Request = { method: string; url: string; body?: string | undefined }

const readers = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'LIST'])
const money =
  /^(?:refunds?|payouts?|transfers?|charges?|payments?|withdraw(?:al)?s?|disbursements?|reversals?|sweeps?)$/
/** Such actions are irreversible. */
const lossWords =
  /^(?:clear|clean_tombstones|wipe|reset|flush|terminate|truncate|destroy|deprovision|factory-reset|dodelete|_forcemerge|revoke|uninstall|rollback)$/
/** After these the thing can be started or enabled again. */
const stopWords =
  /^(?:shutdown|_shutdown|quit|drain|evict|restart|reboot|_close|stop|kill|dodisable|disable|suspend|deactivate|cancel|archive)$/
const noCollection = /^(?:v\d+(?:\.\d+)*|api|rest|apis|graphql|admin|internal|public|sys|_all|\*|.*%2a.*)$/i

/** Judges one HTTP request by its method, the words of its path and its body. */
export function assessRequest(scan: Scan, request: Request, place: Place): void {
  const method = request.method.toUpperCase()
  const segment = addSegment(scan, [method, request.url], place)
  const found = (rule: Rule) => report(scan, rule, segment, `${method} ${request.url}`)
  const path = pathOf(request.url)
  if (method === 'DELETE') return found(deletion(path, request.url))
  if (method === 'PURGE' || method === 'BAN') return found(requestRules.purge)
  if (method === 'UNLINK') return found(requestRules.delete)
  const last = path.at(-1) ?? ''
  if (readers.has(method)) {
    // Some old interfaces delete on GET; a file of that name has an extension.
    if (saysDelete(last) && !last.includes('.')) found(requestRules.unsafeGet)
    return
  }
  if (path.some((part) => /^_(?:delete_by_query|update_by_query)$/.test(part))) return found(requestRules.deleteByQuery)
  if (moves(path)) found(requestRules.pay)
  if (path.some((part) => /^(?:purge|purge_cache|_cache|invalidate)$/.test(part))) found(requestRules.purge)
  if (path.some((part) => saysDelete(part)))
    found(
      path.some((part) => partsOf(part).includes('all') || /^(?:batch|bulk)/.test(part))
        ? requestRules.actionWide
        : requestRules.action,
    )
  else if (path.slice(-2).some((part) => lossWords.test(part.toLowerCase()))) found(requestRules.action)
  else if (path.slice(-2).some((part) => stopWords.test(part.toLowerCase()))) found(requestRules.stop)
  if (request.body !== undefined) judgeBody(scan, request.body, place, found)
}

/** The words of the path, without host, query and empty parts. */
function pathOf(url: string): string[] {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[?#][\s\S]*$/, '')
  const from = /^(?:[\w.-]+|\[[\da-f:]+\])?(?::\d+)?\//i.exec(path)
  return path
    .slice(from === null ? 0 : from[0].length)
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 40)
}

function deletion(path: readonly string[], url: string): Rule {
  const last = path.at(-1) ?? ''
  const before = path.at(-2) ?? ''
  if (
    path.length === 0 ||
    /^(?:_all|\*|%2a|\*:\*)$/i.test(last) ||
    /\*/.test(last) ||
    /[?&](?:q|query)=\*(?::\*)?(?:&|$)/.test(url)
  )
    return requestRules.deleteAll
  if (before === 'namespaces' && !path.includes('pods')) return requestRules.deleteAll
  if (/^(?:me|self|account|organization)$/i.test(last)) return requestRules.deleteAll
  if (/[?&](?:all|force|cascade|recursive|purge)=(?:true|1|yes)\b/i.test(url)) return requestRules.deleteMany
  if (storeWords.test(before.toLowerCase()) || before === 'repos' || path[path.length - 3] === 'repos')
    return requestRules.deleteStore
  const holdsIndex = path.length === 1 && !noCollection.test(last)
  if (holdsIndex) return requestRules.deleteStore
  // A plural noun at the end names the collection; an id would come after it.
  const isCollection =
    /^[a-z][a-z_-]*s$/i.test(last) && !/(?:ss|us|is)$/i.test(last) && !/^[a-z][a-z_-]*s$/i.test(before)
  return isCollection ? requestRules.deleteMany : requestRules.delete
}

const saysDelete = (part: string) => verbOf(part) === 'delete' && !/^(?:link|drop|trash|zap|discard)/i.test(part)

/** `/refunds`, `/charges/ch_1/refund`, `/subscriptions/s_1/cancel`. */
function moves(path: readonly string[]): boolean {
  const last = (path.at(-1) ?? '').toLowerCase()
  if (money.test(last)) return true
  return (
    /^(?:refund|payout|reverse|void|cancel|capture|settle)$/.test(last) &&
    path.some((part) =>
      /^(?:charges?|payments?|payment_intents|subscriptions?|orders?|transactions?|invoices?|transfers?)$/i.test(part),
    )
  )
}

function judgeBody(scan: Scan, body: string, place: Place, found: (rule: Rule) => void): void {
  const text = body.slice(0, 20_000)
  if (/\bmutation\b[\s\S]{0,300}?\b(?:delete|remove|destroy|purge|archive|terminate)[A-Za-z_]*/i.test(text))
    found(requestRules.body)
  if (
    /"(?:action|op|operation|method|command|type)"\s{0,4}:\s{0,4}"(?:delete|remove|drop|purge|destroy|wipe|truncate|terminate)[\w-]*"/i.test(
      text,
    )
  )
    found(requestRules.body)
  if (/"(?:remove|delete)(?:_index|Index)?"\s{0,4}:\s{0,4}\{/.test(text)) found(requestRules.body)
  if (/<(?:delete|deleteAll)\b/i.test(text)) found(requestRules.deleteByQuery)
  const statement = /"(?:query|sql|statement|stmt|q)"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){1,5000})"/.exec(text)?.[1]
  const sql = statement ?? /^(?:query|q|sql)=([\s\S]{1,5000})$/.exec(text)?.[1]
  if (sql !== undefined && isSql(sql))
    scan.doors.sql(sql, { via: [...place.via, 'request body'], depth: place.depth + 1 })
}
