const byProvider: readonly { provider: string; domain: string; also: string }[] = [
  { provider: 'google', domain: 'gmail.com', also: 'googlemail.com' },
  { provider: 'microsoft', domain: 'outlook.com', also: '' },
  { provider: 'microsoft', domain: 'hotmail.com', also: '' },
  { provider: 'microsoft', domain: 'live.com', also: '' },
  { provider: 'icloud', domain: 'icloud.com', also: 'me.com mac.com' },
  { provider: 'proton', domain: 'proton.me', also: 'protonmail.com pm.me protonmail.ch' },
  { provider: 'fastmail', domain: 'fastmail.com', also: 'fastmail.fm' },
  { provider: 'yahoo', domain: 'yahoo.com', also: '' },
  { provider: 'yandex', domain: 'yandex.ru', also: 'ya.ru yandex.com yandex.by yandex.kz' },
  { provider: 'zoho', domain: 'zoho.com', also: '' },
]

/** Domains of providers whose rules are known: who it is, and the domain that stands for all spellings of an address. */
export const PROVIDER_DOMAINS: ReadonlyMap<string, { provider: string; domain: string }> = new Map(
  byProvider.flatMap(({ provider, domain, also }) =>
    [domain, ...also.split(' ')]
      .filter((name) => name !== '')
      .map((name): [string, { provider: string; domain: string }] => [name, { provider, domain }]),
  ),
)

/** What begins a tag that the provider ignores. */
export const TAGGED: ReadonlyMap<string, string> = new Map([
  ['google', '+'],
  ['microsoft', '+'],
  ['icloud', '+'],
  ['proton', '+'],
  ['fastmail', '+'],
  ['yandex', '+'],
  ['zoho', '+'],
  ['yahoo', '-'],
])

/** Signs inside a name that the provider ignores. */
export const DOT_BLIND: ReadonlyMap<string, string> = new Map([
  ['google', '.'],
  ['proton', '.-_'],
])

/** The providers most people have, against which a slip of the finger is measured. */
export const COMMON_PROVIDERS: readonly string[] =
  `gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com me.com mac.com proton.me protonmail.com
  googlemail.com ymail.com rocketmail.com gmx.com gmx.de gmx.net web.de t-online.de freenet.de mail.com zoho.com fastmail.com
  yandex.ru mail.ru bk.ru rambler.ru qq.com 163.com 126.com naver.com hanmail.net orange.fr wanadoo.fr free.fr laposte.net
  sfr.fr libero.it virgilio.it yahoo.co.uk btinternet.com hotmail.co.uk hotmail.fr yahoo.fr yahoo.de comcast.net verizon.net
  att.net sbcglobal.net`.split(/\s+/)

/** Names that stand for an office and not for a person (RFC 2142, and what companies use). */
export const ROLE_NAMES: ReadonlySet<string> = new Set(
  `abuse accounting accounts admin administrator ads advertising all billing board bookings bounce bounces buchhaltung
  business buyer careers ceo cfo claims commercial community compliance contact contactus contacto contato controlling
  cto customercare customerservice customersupport datenschutz design dev developer developers devnull devops director
  dns domains donations dpo editor editorial einkauf email enquiries enquiry events everyone feedback finance franchise
  ftp fundraising general gdpr hallo hello help helpdesk hi hostmaster hr info information inquiries inquiry investor
  investors invoice invoices invoicing ir it jobs kontakt kundenservice legal list list-request mail mailbox mailer-daemon
  management manager marketing media membership moderator news newsletter no-reply nobody noc noreply notifications
  notify office operations ops order orders partner partners partnership payable payments payroll personal postmaster pr
  press presse privacy procurement promo purchasing recruiting recruitment registrar remove request reservations returns
  root sales security service services shipping shop signup spam staff store studio subscribe subscriptions support
  survey sysadmin tax team tech technical test tickets training undisclosed-recipients unsubscribe usenet user uucp
  vendas ventas verkauf vertrieb web webadmin webmaster welcome work www`.split(/\s+/),
)
