const block =
  /-----BEGIN (?:[A-Z0-9]{1,12} )?(?:PUBLIC KEY(?: BLOCK)?|(?:TRUSTED |X509 )?CERTIFICATE(?: REQUEST)?|X509 CRL|SIGNATURE|SIGNED MESSAGE)-----\s{1,4}(?:[A-Za-z-]{4,16}: [^\n]{0,80}\n){0,6}\s{0,3}((?:[A-Za-z0-9+/=\\n]{1,96}\s{1,4}){1,400})-----END /g

/**
 * The places of keys, certificates and signatures that are public: what looks like a token inside of their encoding is
 * an accident. Lines of another form end a block, so that nothing can hide in one.
 */
export const publicBlocks = (text: string): { start: number; end: number }[] =>
  text.includes('-----BEGIN ')
    ? [...text.matchAll(block)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
    : []
