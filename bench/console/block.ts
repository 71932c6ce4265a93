// What the game writes for each command: small enough that three on their way fit into every buffer between.

export const lineBytes = 100
export const blockLines = 3_000
export const blockBytes = lineBytes * blockLines
export const blocksOnTheWay = 3
