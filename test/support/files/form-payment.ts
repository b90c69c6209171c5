/** A payment header that is right in form and pays nothing: for routes that are asked whether they look at one. */
export const FORM_PAYMENT = Buffer.from(
  JSON.stringify({
    x402Version: 2,
    accepted: { scheme: 'exact', network: 'eip155:8453', amount: '10000', asset: '0x1', payTo: '0x2' },
    payload: {},
  }),
).toString('base64')
