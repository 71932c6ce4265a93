// The page of one node.
export function NodePage() {
  return null
}
