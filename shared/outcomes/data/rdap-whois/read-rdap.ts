import { z } from 'zod'

import { isoDate } from '#shared/engines/search/iso-date.ts'
import { dnsName } from '#shared/lib/network/dns-name.ts'
import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { type Contact, readJcard } from './read-jcard.ts'
import { eppStatus, isRedacted, type Registrant, type Registration, UNREGISTERED } from './registration.ts'

const text = z.string().nullish().catch(null)
const list = <Item extends z.ZodType>(item: Item) => z.array(item.nullable().catch(null)).nullish().catch(null)
const Link = z.object({ rel: text, href: text, type: text })
const Remark = z.object({ title: text, type: text, description: list(z.string()) })

type Entity = {
  roles?: (string | null)[] | null | undefined
  vcardArray?: unknown
  publicIds?:
    | ({ type?: string | null | undefined; identifier?: string | number | null | undefined } | null)[]
    | null
    | undefined
  remarks?: (z.output<typeof Remark> | null)[] | null | undefined
  entities?: (Entity | null)[] | null | undefined
}
const Entity: z.ZodType<Entity> = z.object({
  roles: list(z.string()),
  vcardArray: z.unknown().optional(),
  publicIds: list(z.object({ type: text, identifier: z.union([z.string(), z.number()]).nullish() })),
  remarks: list(Remark),
  get entities() {
    return list(Entity)
  },
})

/** RFC 9083, a domain; parts that are not as they should be are passed over, since servers differ. */
const Domain = z.object({
  objectClassName: z.literal('domain'),
  ldhName: text,
  status: list(z.string()),
  events: list(z.object({ eventAction: text, eventDate: text })),
  nameservers: list(z.object({ ldhName: text })),
  secureDNS: z.object({ delegationSigned: z.boolean().nullish() }).nullish().catch(null),
  entities: list(Entity),
  links: list(Link),
  remarks: list(Remark),
  redacted: list(z.object({ name: z.object({ type: text, description: text }).nullish().catch(null), method: text })),
})

/** Reads GET {base}/domain/{name}. A 404 says that there is no such registration, whatever its body is. */
export function readRdap(reply: UpstreamReply, name: string): Registration {
  if (reply.status === 404) return UNREGISTERED
  const body = Domain.safeParse(reply.json())
  if (!body.success) throw new UpstreamError('bad_response', 'it answered with something that is no domain')
  const domain = body.data
  // A server that answers for another name would give its dates as this one's.
  const told = domain.ldhName === null || domain.ldhName === undefined ? name : dnsName(domain.ldhName)
  if (told !== name) throw new UpstreamError('bad_response', 'it answered with another domain')
  const entities = present(domain.entities)
  const eventAt = (...actions: string[]) =>
    isoDate(
      present(domain.events).find(({ eventAction }) => actions.includes((eventAction ?? '').toLowerCase()))?.eventDate,
    )
  return {
    registered: true,
    registrar: registrarOf(entities),
    createdAt: eventAt('registration'),
    updatedAt: eventAt('last changed'),
    expiresAt: eventAt('expiration', 'registrar expiration'),
    status: unique(present(domain.status).map(eppStatus)),
    nameservers: unique(present(domain.nameservers).flatMap(({ ldhName }) => dnsName(ldhName ?? '') ?? [])).toSorted(),
    dnssec: domain.secureDNS?.delegationSigned ?? null,
    registrant: registrantOf(entities, present(domain.redacted), present(domain.remarks)),
    more: relatedOf(present(domain.links)),
  }
}

function registrarOf(entities: readonly Entity[]): Registration['registrar'] {
  const registrar = withRole(entities, 'registrar')
  if (registrar === undefined) return null
  const { name, organization } = readJcard(registrar.vcardArray)
  const id = present(registrar.publicIds).find(({ type }) => /iana registrar id/i.test(type ?? ''))?.identifier
  const abuse = withRole(present(registrar.entities), 'abuse') ?? withRole(entities, 'abuse')
  return {
    name: name ?? organization,
    ianaId: id === null || id === undefined || id === '' ? null : String(id),
    abuseEmail: readJcard(abuse?.vcardArray).email,
  }
}

function registrantOf(
  entities: readonly Entity[],
  redacted: readonly Hidden[],
  remarks: readonly z.output<typeof Remark>[],
): Registrant {
  const entity = withRole(entities, 'registrant')
  const hidden = redacted.find(({ name }) => /registrant/i.test(`${name?.type ?? ''} ${name?.description ?? ''}`))
  const contact: Contact = readJcard(entity?.vcardArray)
  const said = [contact.name, contact.organization, ...remarkTexts([...remarks, ...present(entity?.remarks)])]
  const words = said.find((one) => one !== null && isRedacted(one)) ?? null
  const organization = contact.organization !== null && !isRedacted(contact.organization) ? contact.organization : null
  const isHidden = hidden !== undefined || (words !== null && (entity !== undefined || organization === null))
  if (isHidden) {
    const evidence = words ?? hidden?.name?.type ?? hidden?.name?.description ?? 'listed as redacted (RFC 9537)'
    return { state: 'redacted', organization, country: contact.country, evidence: evidence.slice(0, 200) }
  }
  const isShown = contact.name !== null || contact.organization !== null
  return { state: isShown ? 'shown' : 'not_given', organization, country: contact.country, evidence: null }
}

/** Titles of remarks that speak of a redaction; longer texts are terms of use, which speak of everything. */
const remarkTexts = (remarks: readonly z.output<typeof Remark>[]) =>
  remarks.flatMap(({ title, type }) => [title ?? null, type ?? null])

/** The registrar's own server, where the registry points to it. */
function relatedOf(links: readonly z.output<typeof Link>[]): string | null {
  const link = links.find(({ rel, href, type }) => rel === 'related' && /rdap/.test(`${type ?? ''} ${href ?? ''}`))
  const url = URL.parse(link?.href ?? '')
  return url !== null && url.protocol === 'https:' ? url.href : null
}

type Hidden = {
  name?: { type?: string | null | undefined; description?: string | null | undefined } | null | undefined
}

const withRole = (entities: readonly Entity[], role: string) =>
  entities.find(({ roles }) => present(roles).some((one) => one.toLowerCase() === role))

const present = <Item>(items: readonly (Item | null)[] | null | undefined): Item[] =>
  (items ?? []).filter((item): item is Item => item !== null)

const unique = (words: readonly string[]) => [...new Set(words)]
