/** Codes under which there is a Wikipedia, also those that are closed to editing: the `{lang}` of its host name. */
export const WIKIPEDIA_LANGUAGES: ReadonlySet<string> = new Set(
  `aa ab ace ady af ak als alt am ami an ang ann anp ar arc ary arz as ast atj av avk awa ay az azb
  ba ban bar bat-smg bbc bcl bdr be be-tarask bew bg bh bi bjn blk bm bn bo bpy br bs btm bug bxr
  ca cbk-zam cdo ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy da dag de dga din diq dsb dtp dty dv dz
  ee el eml en eo es et eu ext fa fat ff fi fiu-vro fj fo fon fr frp frr fur fy
  ga gag gan gcr gd gl glk gn gom gor got gpe gu guc gur guw gv ha hak haw he hi hif ho hr hsb ht hu hy hyw hz
  ia iba id ie ig igl ii ik ilo inh io is it iu ja jam jbo jv
  ka kaa kab kbd kbp kcg kg kge ki kj kk kl km kn knc ko koi kr krc ks ksh ku kus kv kw ky
  la lad lb lbe lez lfn lg li lij lld lmo ln lo lrc lt ltg lv
  mad mai map-bms mdf mg mh mhr mi min mk ml mn mni mnw mos mr mrj ms mt mus mwl my myv mzn
  na nah nap nds nds-nl ne new ng nia nl nn no nov nqo nr nrm nso nup nv ny oc olo om or os
  pa pag pam pap pcd pcm pdc pfl pi pih pl pms pnb pnt ppl ps pt pwn qu
  rki rm rmy rn ro roa-rup roa-tara rsk ru rue rw
  sa sah sat sc scn sco sd se sg sh shi shn shy si simple sk skr sl sm smn sn so sq sr srn ss st stq su sv sw syl szl szy
  ta tay tcy tdd te tet tg th ti tig tk tl tly tn to tok tpi tr trv ts tt tum tw ty tyv
  udm ug uk ur uz ve vec vep vi vls vo wa war wo wuu xal xh xmf yi yo
  za zea zgh zh zh-classical zh-min-nan zh-yue zu`.split(/\s+/),
)

/** Other codes that are meant for one of them: ISO codes, country codes taken for languages, older host names. */
export const LANGUAGE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['be-x-old', 'be-tarask'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['egl', 'eml'],
  ['gsw', 'als'],
  ['jp', 'ja'],
  ['lzh', 'zh-classical'],
  ['nan', 'zh-min-nan'],
  ['nb', 'no'],
  ['rup', 'roa-rup'],
  ['sgs', 'bat-smg'],
  ['vro', 'fiu-vro'],
  ['yue', 'zh-yue'],
  ['zh-cn', 'zh'],
  ['zh-tw', 'zh'],
])
