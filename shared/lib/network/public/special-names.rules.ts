/** Last labels that never name a public host: RFC 6761, 6762, 7686, 8375, 9476, and what networks use in private. */
export const SPECIAL_TLDS: ReadonlySet<string> = new Set(
  `alt arpa cluster consul corp docker domain eth example exit gateway home i2p internal intra intranet invalid ip
  k8s kubernetes kube lan local localdomain localhost localnet mail metadata mshome node nomad onion pod priv private
  router server service svc test vault vpn workgroup`.split(/\s+/),
)
