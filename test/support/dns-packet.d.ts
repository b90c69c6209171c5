/** The part of dns-packet that the test server uses; the package has no types. */
declare module 'dns-packet' {
  export type Answer = { name: string; type: string; ttl?: number; class?: string; data: unknown }
  export type Packet = {
    type?: 'query' | 'response'
    id?: number
    flags?: number
    questions?: { name: string; type: string; class?: string }[]
    answers?: Answer[]
    authorities?: Answer[]
    additionals?: Answer[]
  }
  const packet: { encode: (packet: Packet) => Buffer; decode: (bytes: Uint8Array) => Packet }
  export default packet
}
