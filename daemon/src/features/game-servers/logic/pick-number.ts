// Which number of this node a new game server gets: the panel's own, unless another game server ever had it here.

/** Processes, user ids and folders' owners hang on it, so a number that was taken once is never given again. */
export function pickNumber(panelId: number, taken: ReadonlySet<number>): number {
  if (!taken.has(panelId)) return panelId
  let highest = panelId
  for (const number of taken) highest = Math.max(highest, number)
  return highest + 1
}
