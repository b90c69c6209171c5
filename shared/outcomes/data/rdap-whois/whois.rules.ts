const words = (text: string): ReadonlySet<string> => new Set(text.split('|').map((word) => word.trim()))

/** Labels of WHOIS lines, lower case, signs as spaces. */
export const LABELS = {
  domain: words('domain name|domain|nom de domaine|dominio'),
  registrar: words(
    'registrar|registrar name|sponsoring registrar|registrar organization|registrant agency|registration service provider',
  ),
  ianaId: words('registrar iana id|sponsoring registrar iana id'),
  abuse: words('registrar abuse contact email|abuse contact email|abuse mailbox'),
  created: words(
    'creation date|created|created on|registered|registered on|registration date|registration time|domain registration date|domain record activated|record created|activated|created date|fecha de creacion|assigned date|domain create date',
  ),
  updated: words(
    'updated date|last updated|last updated on|last modified|modified|changed|last update|modification date|domain record last updated|updated|last updated date|domain last updated date',
  ),
  expires: words(
    'registry expiry date|expiry date|expiration date|expires|expires on|renewal date|paid till|registrar registration expiration date|expiration time|domain expires|valid until|exp date|expire|free date|domain expiration date|record expires',
  ),
  status: words('domain status|status|state|registration status|eppstatus'),
  nameserver: words(
    'name server|nserver|nameserver|name servers|nameservers|domain servers in listed order|host name|dns|p name server|ns',
  ),
  dnssec: words('dnssec|signing key|dnssec status|ds key state'),
  registrant: words('registrant name|registrant|holder|owner|registrant contact name|person'),
  organization: words('registrant organization|organization|organisation|registrant organisation|org|descr'),
  country: words('registrant country|country|registrant country economy'),
} as const satisfies Record<string, ReadonlySet<string>>

/** How registries say that a name is free. */
export const NOT_FOUND =
  /^(?:%+\s*)?(?:no match|not found|no data found|no entries found|no object found|domain not found|nothing found|object does not exist|the queried object does not exist|domain status:\s*(?:available|free)|status:\s*(?:free|available|avail)\b|is free\b|no information available|not registered|\S+ is available for|no such domain|domain is not registered|this domain is not registered|.{0,80}(?:no match for|is not registered|was not found|no matching record|not been registered))/im

/** How they say that they were asked too often. */
export const TOO_MANY =
  /(?:quota|limit|rate).{0,20}exceeded|too many (?:requests|queries)|exceeded.{0,30}(?:quota|limit)|try again later|access control limit/i

/** Registries that write the month first where there are slashes. */
export const DATE_ORDERS: Readonly<Record<string, 'mdy'>> = { us: 'mdy' }
