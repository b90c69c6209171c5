import { dropHosts } from '#shared/engines/exfil/hosts.rules.ts'
import { lineOf, type SkillFile } from './skill-file.ts'
import type { SkillFinding, SkillVerdict } from '#shared/engines/skill/skill-verdict.ts'

type Contact = SkillVerdict['network'][number]

const MAX_CONTACTS = 500
const shorteners = new Set(
  'bit.ly tinyurl.com t.co goo.gl is.gd ow.ly buff.ly rebrand.ly cutt.ly shorturl.at rb.gy tiny.cc s.id t.ly v.gd'.split(
    ' ',
  ),
)
const pastes = new Set(
  'pastebin.com paste.ee hastebin.com rentry.co rentry.org ghostbin.com dpaste.com dpaste.org ix.io sprunge.us termbin.com 0x0.st transfer.sh file.io temp.sh gist.githubusercontent.com glot.io controlc.com privatebin.net'.split(
    ' ',
  ),
)
const reserved = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/

/** Every host a skill names, and what for; those that hide where they lead are findings. */
export function networkHosts(files: readonly SkillFile[]): { contacts: Contact[]; findings: SkillFinding[] } {
  const contacts = new Map<string, Contact>()
  const findings: SkillFinding[] = []
  for (const file of files) {
    for (const { 0: sent, index } of file.text.matchAll(/\b(?:https?|ftp|wss?):\/\/[^\s<>"'`)\]}\\]{3,600}/gi)) {
      if (contacts.size >= MAX_CONTACTS) break
      const url = URL.parse(sent.replace(/[.,;:!?]+$/, ''))
      if (url === null || reserved.test(url.hostname) || /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(url.hostname))
        continue
      const [host, kind] = [url.hostname, kindOf(url, file)]
      const key = `${host} ${file.path} ${kind}`
      if (contacts.has(key)) continue
      const contact: Contact = { host, path: file.path, line: lineOf(file.text, index), kind }
      contacts.set(key, contact)
      findings.push(...judge(contact, file.shown.slice(index, index + sent.length)))
    }
  }
  return { contacts: [...contacts.values()], findings }
}

function kindOf({ hostname, pathname }: URL, file: SkillFile): Contact['kind'] {
  if (/^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(hostname)) return 'ip'
  if (shorteners.has(hostname)) return 'shortener'
  if (pastes.has(hostname) || dropHosts.some((drop) => hostname === drop || hostname.endsWith(`.${drop}`)))
    return 'paste'
  if (/\.(?:zip|exe|dmg|pkg|msi|tar|gz|tgz|rar|7z|sh|ps1|bat|jar|deb|rpm|appimage|whl|bin)$/i.test(pathname))
    return 'download'
  if (
    /^api\.|\/api\/|\/v\d\//.test(`${hostname}${pathname}`) ||
    file.kind === 'python' ||
    file.kind === 'javascript' ||
    file.kind === 'shell'
  )
    return 'api'
  return 'docs'
}

function judge({ host, path, line, kind }: Contact, url: string): SkillFinding[] {
  const finding = (
    rule_id: string,
    category: SkillFinding['category'],
    severity: SkillFinding['severity'],
    why: string,
  ): SkillFinding[] => [
    {
      rule_id,
      category,
      severity,
      path,
      line,
      excerpt: url.slice(0, 160),
      why,
      fix: 'Replace it by the real address, or remove it.',
    },
  ]
  if (kind === 'ip')
    return finding(
      'network.bare-address',
      'social_engineering',
      'high',
      'A bare address says nothing of who is behind it.',
    )
  if (kind === 'shortener')
    return finding('network.shortener', 'social_engineering', 'medium', 'A short link hides where it leads.')
  if (kind === 'paste')
    return finding('network.paste', 'supply_chain', 'high', 'Anybody can put anything there, and change it.')
  return host.startsWith('xn--') || host.includes('.xn--')
    ? finding('network.lookalike', 'social_engineering', 'medium', 'The host name may look like another one.')
    : []
}
