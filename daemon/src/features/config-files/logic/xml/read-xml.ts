// Reads XML into its elements, attributes and pieces of text with their places; entities of its own are not followed.

export interface XmlAttribute {
  name: string
  value: string
  /** Inside of the quotes. */
  valueStart: number
  valueEnd: number
  quote: string
}

export interface XmlPiece {
  start: number
  end: number
  isCdata: boolean
}

export interface XmlElement {
  name: string
  attributes: XmlAttribute[]
  children: XmlElement[]
  /** Text between tags and comments. */
  pieces: XmlPiece[]
  start: number
  /** Where a further attribute goes. */
  attributesEnd: number
  contentStart: number
  contentEnd: number
  end: number
  /** `<a/>` */
  isClosedAtOnce: boolean
}

const quoted = /"[^"<]*"|'[^'<]*'/.source
const token = new RegExp(
  [
    /<!--[\s\S]*?-->/.source,
    /<!\[CDATA\[[\s\S]*?\]\]>/.source,
    /<\?[\s\S]*?\?>/.source,
    /<!DOCTYPE(?:[^[\]>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/.source,
    /<\/(?<closed>[^\s>/]+)\s*>/.source,
    String.raw`<(?<opened>[^\s>/!?='"<]+)(?<attributes>(?:\s+[^\s=>/'"<]+\s*=\s*(?:${quoted}))*)\s*(?<slash>/?)>`,
    /(?<stray><)/.source,
    /(?<text>[^<]+)/.source,
  ].join('|'),
  'gy',
)

/** What holds the root element, or would hold it; null: this is no XML. */
export function readXml(text: string): XmlElement | null {
  const top = element('', 0, { contentStart: 0, attributesEnd: 0, isClosedAtOnce: false }, [])
  const open = [top]
  for (const { 0: whole, index: start, groups = {} } of text.matchAll(token)) {
    const end = start + whole.length
    const current = open.at(-1) as XmlElement
    if (groups.stray !== undefined) return null
    if (groups.closed !== undefined) {
      if (open.length === 1 || current.name !== groups.closed) return null
      open.pop()
      Object.assign(current, { contentEnd: start, end })
    } else if (groups.opened !== undefined) {
      const child = openedElement(groups, start, end)
      current.children.push(child)
      if (!child.isClosedAtOnce) open.push(child)
    } else if (groups.text !== undefined || whole.startsWith('<![CDATA[')) {
      current.pieces.push({ start, end, isCdata: groups.text === undefined })
    }
  }
  const isWhole = open.length === 1 && top.children.length <= 1 && hasNoText(text, top)
  return isWhole ? { ...top, contentEnd: text.length } : null
}

function openedElement(groups: Record<string, string>, start: number, end: number): XmlElement {
  const { opened = '', attributes = '', slash } = groups
  const attributesStart = start + 1 + opened.length
  const places = {
    contentStart: end,
    attributesEnd: attributesStart + attributes.length,
    isClosedAtOnce: slash === '/',
  }
  return element(opened, start, places, readAttributes(attributes, attributesStart))
}

function hasNoText(text: string, top: XmlElement): boolean {
  return top.pieces.every(({ start, end }) => text.slice(start, end).trim() === '')
}

function element(
  name: string,
  start: number,
  places: Pick<XmlElement, 'contentStart' | 'attributesEnd' | 'isClosedAtOnce'>,
  attributes: XmlAttribute[],
): XmlElement {
  const { contentStart } = places
  return {
    name,
    start,
    attributes,
    children: [],
    pieces: [],
    contentEnd: contentStart,
    end: contentStart,
    ...places,
  }
}

function readAttributes(text: string, offset: number): XmlAttribute[] {
  return [...text.matchAll(/([^\s=>/'"<]+)\s*=\s*(["'])([\s\S]*?)\2/g)].map(found => {
    const [whole, name = '', quote = '', raw = ''] = found
    const valueEnd = offset + found.index + whole.length - 1
    return { name, value: decodeXml(raw), valueStart: valueEnd - raw.length, valueEnd, quote }
  })
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What it does not know stays as it is. */
export function decodeXml(raw: string): string {
  return raw.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0x10ffff ? whole : String.fromCodePoint(point)
  })
}
