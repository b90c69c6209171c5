/**
 * Returns the bytes a DSSE signature covers (DSSE protocol, PAE). Type and payload are prefixed with their lengths, so
 * the encoding is unambiguous and differs from anything else signed with the key.
 */
export const preAuthEncoding = (payloadType: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload])
