// The document of a plugin's frame: our own script and styles, and a policy that lets it load nothing else.

/** `origin`: of the panel. The plugin's part is no part of the document: it comes as a message. */
export function frameDocument(origin: string, styles: string): string {
  const script = `${origin}/plugin-frame.js`
  // On top of the panel's own policy, which the frame inherits.
  const policy = [
    "default-src 'none'",
    `script-src ${script} blob:`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data: blob:',
    'media-src data: blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    `<style>${styles}</style><script src="${script}"></script></head><body></body></html>`,
  ].join('')
}

const lowest = 24

/** Never higher than its place allows: what is more scrolls inside. */
export const frameHeight = (reported: number, limitPx: number): number =>
  Math.min(limitPx, Math.max(lowest, Math.ceil(reported)))
