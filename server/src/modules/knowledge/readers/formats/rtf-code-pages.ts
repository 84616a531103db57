/** The encodings of Windows code pages and, below, of the character sets that fonts name. */
const ENCODINGS: Record<string, string> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '866': 'ibm866',
  '874': 'windows-874',
  '10000': 'macintosh',
  '65001': 'utf-8',
}
const PAGES_OF_FONTS: Record<string, string> = {
  '77': '10000',
  '128': '932',
  '129': '949',
  '134': '936',
  '136': '950',
  '161': '1253',
  '162': '1254',
  '163': '1258',
  '177': '1255',
  '178': '1256',
  '186': '1257',
  '204': '1251',
  '222': '874',
  '238': '1250',
}

type Decoder = InstanceType<typeof TextDecoder>

export function decoderOf(page: string): Decoder {
  try {
    return new TextDecoder(ENCODINGS[page] ?? `windows-${page}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}

const FONT = /\\f(\d{1,5})(?!\d)[^{}]{0,200}?\\fcharset(\d{1,3})/g

/** The decoders of fonts for another script than that of the document. */
export function fontDecoders(header: string): ReadonlyMap<string, Decoder> {
  const decoders = new Map<string, Decoder>()
  for (const [, font = '', set = ''] of header.matchAll(FONT)) {
    const page = PAGES_OF_FONTS[set]
    if (page !== undefined) decoders.set(font, decoderOf(page))
  }
  return decoders
}
