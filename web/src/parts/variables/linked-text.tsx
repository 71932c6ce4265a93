// A text of others in which addresses of the web are links.

import { linkedSegments } from './logic/linked-text.ts'

export function LinkedText({ text }: { text: string }) {
  return linkedSegments(text).map(({ text: segment, isLink, at }) =>
    isLink ? (
      <a key={at} href={segment} target="_blank" rel="noopener noreferrer" className="link breakable">
        {segment.replace(/^https:\/\//, '')}
      </a>
    ) : (
      segment
    ),
  )
}
