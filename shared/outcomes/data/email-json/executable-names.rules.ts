/** File name endings that run code when opened, on some system or in some office program. */
export const EXECUTABLE_ENDINGS: ReadonlySet<string> = new Set(
  `exe com scr pif bat cmd msi msp mst cpl dll ocx sys jar jnlp js jse mjs vbs vbe vb wsf wsh wsc hta ps1 psm1 ps1xml psd1
  msc reg scf lnk url inf ins isp gadget application appref-ms appx appxbundle msix chm hlp xll xla xlam docm dotm xlsm xltm
  pptm potm ppam ppsm sldm iso img vhd vhdx sh bash zsh command app dmg pkg deb rpm apk ipa run bin elf py pyc pl rb php
  settingcontent-ms library-ms search-ms one svg`
    .split(/\s+/)
    .filter((ending) => ending !== ''),
)

export const EXECUTABLE_TYPES: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/x-ms-installer',
  'application/x-msi',
  'application/x-executable',
  'application/x-dosexec',
  'application/vnd.microsoft.portable-executable',
  'application/java-archive',
  'application/x-sh',
  'application/x-bat',
  'application/hta',
  'application/x-ms-shortcut',
  'application/javascript',
  'text/javascript',
  'text/vbscript',
  'application/x-powershell',
])
