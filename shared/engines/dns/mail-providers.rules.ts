/** Whose mail servers these are, by the end of an MX host's name. */
export const MAIL_PROVIDERS: readonly { provider: string; hosts: readonly string[] }[] = [
  { provider: 'google', hosts: ['google.com', 'googlemail.com', 'smtp.goog'] },
  { provider: 'microsoft', hosts: ['mail.protection.outlook.com', 'outlook.com', 'hotmail.com', 'mx.microsoft'] },
  { provider: 'yahoo', hosts: ['yahoodns.net', 'yahoo.com', 'yahoo.co.jp'] },
  { provider: 'icloud', hosts: ['icloud.com', 'me.com'] },
  { provider: 'proton', hosts: ['protonmail.ch', 'proton.ch'] },
  { provider: 'fastmail', hosts: ['messagingengine.com'] },
  { provider: 'zoho', hosts: ['zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com', 'zohomail.eu'] },
  { provider: 'yandex', hosts: ['yandex.net', 'yandex.ru'] },
  { provider: 'mail.ru', hosts: ['mail.ru'] },
  { provider: 'tencent', hosts: ['qq.com', 'mxhichina.com'] },
  { provider: 'netease', hosts: ['163.com', '126.com', 'netease.com'] },
  { provider: 'naver', hosts: ['naver.com', 'worksmobile.com'] },
  { provider: 'amazon-ses', hosts: ['amazonaws.com'] },
  { provider: 'amazon-workmail', hosts: ['awsapps.com'] },
  { provider: 'mailgun', hosts: ['mailgun.org'] },
  { provider: 'sendgrid', hosts: ['sendgrid.net'] },
  { provider: 'postmark', hosts: ['postmarkapp.com'] },
  { provider: 'mimecast', hosts: ['mimecast.com', 'mimecast.co.za'] },
  { provider: 'proofpoint', hosts: ['pphosted.com', 'ppe-hosted.com', 'gpphosted.com'] },
  { provider: 'barracuda', hosts: ['barracudanetworks.com', 'cudasvc.com'] },
  { provider: 'cisco', hosts: ['iphmx.com'] },
  { provider: 'cloudflare', hosts: ['mx.cloudflare.net'] },
  { provider: 'improvmx', hosts: ['improvmx.com'] },
  { provider: 'forwardemail', hosts: ['forwardemail.net'] },
  { provider: 'migadu', hosts: ['migadu.com'] },
  { provider: 'mailbox.org', hosts: ['mailbox.org'] },
  { provider: 'tuta', hosts: ['tutanota.de', 'tuta.com'] },
  { provider: 'posteo', hosts: ['posteo.de'] },
  { provider: 'gmx', hosts: ['gmx.net', 'gmx.com'] },
  { provider: 'web.de', hosts: ['web.de'] },
  { provider: 'ionos', hosts: ['kundenserver.de', 'ionos.com', 'ionos.de', 'ionos.co.uk', '1and1.com', 'perfora.net'] },
  { provider: 'strato', hosts: ['rzone.de'] },
  { provider: 'ovh', hosts: ['ovh.net', 'ovh.com', 'ovh.ca'] },
  { provider: 'gandi', hosts: ['gandi.net'] },
  { provider: 'infomaniak', hosts: ['infomaniak.ch', 'infomaniak.com'] },
  { provider: 'godaddy', hosts: ['secureserver.net'] },
  { provider: 'namecheap', hosts: ['privateemail.com', 'registrar-servers.com'] },
  { provider: 'rackspace', hosts: ['emailsrvr.com'] },
  { provider: 'hostinger', hosts: ['hostinger.com', 'titan.email'] },
  { provider: 'dreamhost', hosts: ['dreamhost.com'] },
  { provider: 'hubspot', hosts: ['hubspotemail.net'] },
  { provider: 'zendesk', hosts: ['zendesk.com'] },
]

/** The provider behind these hosts, by the first that is known; null for a server of one's own or an unknown one. */
export function mailProviderOf(hosts: readonly string[]): string | null {
  for (const host of hosts) {
    const found = MAIL_PROVIDERS.find(({ hosts: ends }) => ends.some((end) => host === end || host.endsWith(`.${end}`)))
    if (found !== undefined) return found.provider
  }
  return null
}
