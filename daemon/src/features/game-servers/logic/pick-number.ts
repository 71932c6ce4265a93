// The number of a new game server on this node: the panel's, unless another one ever had it.

/** Processes, user ids and folders' owners hang on it, so a number that was taken once is never given again. */
export function pickNumber(panelId: number, taken: ReadonlySet<number>): number {
  if (!taken.has(panelId)) return panelId
  let highest = panelId
  for (const number of taken) highest = Math.max(highest, number)
  return highest + 1
}
