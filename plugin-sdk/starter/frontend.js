// The page: shown inside the panel in a frame of its own. `rookery` is all that it can reach.

export default async function show(rookery) {
  const { crashes } = await rookery.get('/crashes')
  const line = document.createElement('p')
  line.textContent = `${crashes} crashes so far`
  document.body.append(line)
}
