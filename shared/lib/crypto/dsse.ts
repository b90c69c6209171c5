/**
 * What a DSSE signature covers (DSSE protocol, PAE): the type and the bytes with their lengths, so that neither can be
 * mistaken for the other, nor for anything else that is signed with the key.
 */
export const preAuthEncoding = (payloadType: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload])
