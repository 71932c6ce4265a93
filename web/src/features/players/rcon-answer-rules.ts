// What a game answered, as people read it: without the signs that only color a terminal or a chat.

const terminalColors = /\u001b\[[0-9;]*[A-Za-z]/g
/** Minecraft's colors and styles, and those of games of the Quake family. */
const chatColors = /§[0-9a-fk-orx]|\^[0-9](?=\S)/gi

export const readableAnswer = (output: string): string =>
  output.replaceAll('\r\n', '\n').replace(terminalColors, '').replace(chatColors, '').trimEnd()
