// The elements by which SVG and HTML are recognized.

export type MarkupKind = 'html' | 'svg'

/** They make a document or run something; at the beginning of a file they are refused wherever they stand. */
export const revealingElements: ReadonlySet<string> = new Set([
  'html',
  'head',
  'body',
  'script',
  'iframe',
  'frameset',
  'svg',
])

/** By these a browser recognizes HTML when they come first, beside others that begin no configuration. */
export const htmlElements: ReadonlySet<string> = new Set([
  ...['a', 'applet', 'audio', 'b', 'br', 'center', 'details', 'div', 'embed', 'font', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'input', 'marquee', 'math', 'noscript', 'object', 'ol'],
  ...['p', 'plaintext', 'span', 'style', 'table', 'title', 'ul', 'video', 'xmp'],
])
