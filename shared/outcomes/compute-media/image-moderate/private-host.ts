import ipaddr from 'ipaddr.js'

const PRIVATE_ENDS = ['.local', '.localhost', '.internal', '.lan', '.home.arpa', '.intranet', '.corp']

/** Whether an address leads into a private network by its form alone; no name is looked up. */
export function hasPrivateHost({ hostname }: URL): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || PRIVATE_ENDS.some((end) => host.endsWith(end))
}
