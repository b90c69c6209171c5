/** Query parameters that say where a visitor came from and nothing about what is shown. */
export const TRACKING_PARAMS: ReadonlySet<string> = new Set(
  `fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid li_fat_id igshid igsh mibextid epik rdt_cid
  scid sccid irclickid irgwc mc_cid mc_eid mkt_tok _hsenc _hsmi __hstc __hssc __hsfp hsctatracking vero_id vero_conv
  oly_anon_id oly_enc_id wickedid _openstat s_cid zanpid srsltid ref_src ref_url trk trkcampaign spm scm pk_campaign
  pk_kwd pk_source pk_medium piwik_campaign piwik_kwd mtm_campaign mtm_keyword mtm_source mtm_medium mtm_content mtm_cid
  matomo_campaign ga_source ga_medium ga_campaign ga_content ga_term cmpid campaign_id ad_id adset_id cx_click cx_recsorder
  _branch_match_id _ga _gl _kx at_campaign at_medium at_source at_content dm_i ml_subscriber ml_subscriber_hash nb_klid
  ns_campaign ns_source ns_mchannel ncid ocid sb_ref wt_mc wt.mc_id guccounter guce_referrer guce_referrer_sig
  __s _bta_c _bta_tid bsft_clkid bsft_eid bsft_mid bsft_uid ck_subscriber_id fb_action_ids fb_action_types fb_source
  fb_ref hmb_campaign hmb_medium hmb_source itm_campaign itm_content itm_medium itm_source rb_clickid syclid xtor`.split(
    /\s+/,
  ),
)

/** Families of such parameters, by how they begin. */
export const TRACKING_PREFIXES: readonly string[] = ['utm_', 'hsa_', 'stm_', 'mtm_', 'pk_', 'oly_']

/** Hosts whose business is to send on. */
export const SHORTENERS: ReadonlySet<string> = new Set(
  `0rz.tw 1url.com 2.gp a.co adf.ly amzn.eu amzn.to aka.ms apple.co b.link bc.vc bit.do bit.ly bitly.com bitly.ws bl.ink
  buff.ly chilp.it clck.ru cutt.ly db.tt dlvr.it dub.co dub.sh ebay.us eepurl.com fb.me fb.watch flip.it forms.gle
  git.io g.co geni.us goo.gl goo.su gg.gg hubs.li hubs.ly hyperurl.co ift.tt is.gd j.mp kutt.it l.ead.me linktr.ee lnk.bio
  lnkd.in lnk.to lstu.fr mcaf.ee n9.cl nyti.ms ouo.io ow.ly pin.it po.st prf.hn qr.ae qr.net rb.gy rebrand.ly reurl.cc
  s.coop s.id s.click.aliexpress.com short.cm short.gy shorte.st shorturl.at shrtco.de smarturl.it snip.ly spoti.fi
  spr.ly surl.li t.co t.cn t.ly t.me t2m.io tiny.cc tiny.one tinyurl.com tr.im trib.al tny.im u.to url.ie urlr.me
  v.gd vk.cc vm.tiktok.com wa.me wp.me x.co x.gd youtu.be yourls.org zpr.io`.split(/\s+/),
)
