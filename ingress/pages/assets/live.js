// Keeps the parts of a page that say data-live="path" current: the server sends their HTML as events.
for (const part of document.querySelectorAll('[data-live]')) {
  const source = new EventSource(part.dataset.live)
  source.addEventListener('message', ({ data }) => {
    part.innerHTML = data
  })
  source.addEventListener('end', () => source.close())
}
