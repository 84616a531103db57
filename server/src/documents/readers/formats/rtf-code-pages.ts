import { decodeWindows1252 } from '../encoding/windows-1252.ts'

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
  '254': '437',
  '255': '850',
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

/** The upper halves of DOS code pages, which Node cannot decode. */
const DOS: Record<string, string> = {
  '437':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  '850':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  '852':
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

export interface Decoder {
  decode(bytes: Uint8Array): string
}

const dosDecoder = (upper: string): Decoder => ({
  decode: (bytes) =>
    Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? ''))).join(
      '',
    ),
})

/** The encoding of text without a font of its own: a code page, or one of the character sets before them. */
export function documentDecoder(header: string): Decoder {
  const page = /\\ansicpg(\d{3,5})/.exec(header)?.[1]
  if (page !== undefined && page !== '1252') return decoderOf(page)
  const set = /\\(mac|pca|pc)(?![a-z])/.exec(header)?.[1]
  return decoderOf(set === undefined ? '1252' : set === 'mac' ? '10000' : set === 'pc' ? '437' : '850')
}

function decoderOf(page: string): Decoder {
  const dos = DOS[page]
  if (dos !== undefined) return dosDecoder(dos)
  if (page === '1252') return { decode: decodeWindows1252 }
  try {
    return new TextDecoder(ENCODINGS[page] ?? `windows-${page}`)
  } catch {
    return { decode: decodeWindows1252 }
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
