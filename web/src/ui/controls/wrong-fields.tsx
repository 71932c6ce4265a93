// After a form was sent in vain: the first wrong field is unfolded, scrolled to and focused, and all of them are announced.

import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../feedback/note-list.ts'

export const wrongField = '[aria-invalid="true"]'
/** What says what is wrong with all of it, where no field is. */
const problem = '[role="alert"]'
/** A button that saves a page which is no form. */
const saveButton = '[data-saves-page]'

/** What an earlier answer had marked is unmarked by then, when the form is sent anew. */
const settleMs = 100

/** Once for the whole program: every form is sent by a submit event, or by a button that saves its page. */
export function WrongFields() {
  const t = useTexts()
  const latest = useRef(t)
  latest.current = t
  const [text, setText] = useState('')
  useEffect(
    () =>
      watchForms(({ names, wasFolded }) => {
        const summary =
          names.length > 0
            ? latest.current('fields.lookAgain', { count: names.length, names: names.join(', ') })
            : ''
        // What had to be unfolded is somewhere else than people looked: they read all of it in the corner.
        if (wasFolded) noteList.add(summary, '')
        setText(wasFolded ? '' : summary)
      }),
    [],
  )
  return (
    <div className="visually-hidden" role="alert">
      {text}
    </div>
  )
}

interface WrongNames {
  names: string[]
  /** One of them lay in a closed fold. */
  wasFolded: boolean
}

function watchForms(announce: (wrong: WrongNames) => void): () => void {
  let form: Element | null = null
  const observer = new MutationObserver(() => answer())

  function answer(): void {
    if (!form?.isConnected) {
      rest()
      return
    }
    const wrong = [...form.querySelectorAll<HTMLElement>(wrongField)]
    const [first] = wrong
    if (first) {
      const wasFolded = wrong.some(field => field.closest('details:not([open])') !== null)
      lead(first)
      first.focus({ preventScroll: true })
      announce({ names: wrong.map(nameOf), wasFolded })
      rest()
      return
    }
    const said = form.querySelector<HTMLElement>(problem)
    if (!said) return
    lead(said)
    rest()
  }

  /** The answer of the panel may take a while: it is waited for until the person goes on. */
  function wait(sent: Element): void {
    form = sent
    announce({ names: [], wasFolded: false })
    observer.observe(sent, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-invalid'],
    })
    // What is refused at once is marked after this event; what was marked before and stays so is refused as well.
    setTimeout(() => {
      if (form === sent && sent.querySelector(wrongField)) answer()
    }, settleMs)
  }

  function rest(): void {
    observer.disconnect()
    form = null
  }

  const onSubmit = ({ target }: Event) => {
    if (target instanceof Element) wait(target)
  }
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest(saveButton) : null
    const page = button?.closest('[role="dialog"], main')
    if (page) wait(page)
  }
  const onInput = ({ target }: Event) => {
    if (form && target instanceof Node && form.contains(target)) rest()
  }
  document.addEventListener('submit', onSubmit, true)
  document.addEventListener('click', onClick, true)
  document.addEventListener('input', onInput, true)
  return () => {
    document.removeEventListener('submit', onSubmit, true)
    document.removeEventListener('click', onClick, true)
    document.removeEventListener('input', onInput, true)
    rest()
  }
}

/** Opens every fold that it lies in, and shows it with what stands above it. */
export function lead(element: HTMLElement): void {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
}

/** Where the label is a whole sentence, the field has a shorter name of its own. */
export function nameOf(field: HTMLElement): string {
  if (field.dataset.fieldName) return field.dataset.fieldName
  const label = field instanceof HTMLInputElement ? field.labels?.[0] : null
  const named = label ?? document.querySelector(`label[for="${CSS.escape(field.id)}"]`)
  return named?.textContent?.replace(/\s*\*\s*$/, '') || (field.getAttribute('aria-label') ?? '')
}
