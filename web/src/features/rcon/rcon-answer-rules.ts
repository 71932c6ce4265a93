// What a game answered, as people read it: without the signs that only color a terminal or a chat.

import { withoutEscapes } from '../../parts/tasks/output-line-rules.ts'

/** Minecraft's colors and styles, and those of games of the Quake family. */
const chatColors = /§[0-9a-fk-orx]|\^[0-9](?=\S)/gi

export const readableAnswer = (output: string): string =>
  withoutEscapes(output).replaceAll('\r\n', '\n').replace(chatColors, '').trimEnd()
