// What every page does with a script: copy buttons, times in the reader's own zone, and clocks that run down. Pages work without it.
function addCopyButtons(root) {
  for (const block of root.querySelectorAll('pre[data-copy]:not(.has-copy)')) {
    block.classList.add('has-copy')
    const box = document.createElement('div')
    box.className = 'copied'
    block.replaceWith(box)
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet small'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(block.textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    box.append(block, button)
  }
}

function showLocalTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]:not([title])')) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    time.title = time.textContent
    time.textContent = at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
  }
}

function addConfirmations(root) {
  for (const form of root.querySelectorAll('form[data-confirm]:not(.asks)')) {
    form.classList.add('asks')
    form.addEventListener('submit', (event) => {
      if (!confirm(form.dataset.confirm)) event.preventDefault()
    })
  }
}

function countDown() {
  for (const clock of document.querySelectorAll('[data-until]')) {
    const seconds = Math.max(0, Math.round((Date.parse(clock.dataset.until) - Date.now()) / 1000))
    const [days, hours, minutes] = [seconds / 86400, (seconds % 86400) / 3600, (seconds % 3600) / 60].map(Math.floor)
    const parts =
      days > 0
        ? [`${days} d`, `${hours} h`]
        : hours > 0
          ? [`${hours} h`, `${minutes} min`]
          : [`${minutes} min`, `${seconds % 60} s`]
    clock.textContent = Number.isNaN(seconds) ? '' : `in ${parts.join(' ')}`
  }
}
setInterval(countDown, 1000)

// What needs a script is hidden without one. A choice that needs a script of its own loads it when it is first made.
function addScripts(root) {
  for (const part of root.querySelectorAll('[data-needs-script][hidden]')) part.hidden = false
  for (const choice of root.querySelectorAll('input[data-script]:not(.loads)')) {
    choice.classList.add('loads')
    const load = () => {
      const script = document.createElement('script')
      Object.assign(script, { src: choice.dataset.script, type: 'module' })
      document.head.append(script)
    }
    // A browser may have kept the choice of an earlier visit.
    if (choice.checked) load()
    else choice.addEventListener('change', load, { once: true })
  }
}

function dress(root) {
  addScripts(root)
  countDown()
  addCopyButtons(root)
  showLocalTimes(root)
  addConfirmations(root)
}
dress(document)
document.addEventListener('htmx:afterSettle', ({ target }) => dress(target))
// Refusals are pages too: swap them in.
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.xhr.getResponseHeader('content-type')?.startsWith('text/html')) {
    detail.shouldSwap = true
    detail.isError = false
  }
})
