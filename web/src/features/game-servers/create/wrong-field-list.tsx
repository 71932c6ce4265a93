// Above the button of a long form: every wrong field of it by its name, which leads there.

import { Fragment, useEffect, useRef, useState } from 'react'
import { lead, nameOf, wrongField } from '../../../ui/controls/wrong-fields.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from './create.module.css'

interface NamedField {
  name: string
  element: HTMLElement
}

/** `title` stands before the names. */
export function WrongFieldList({ title }: { title: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [fields, setFields] = useState<NamedField[]>([])
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const read = () => {
      const wrong = [...form.querySelectorAll<HTMLElement>(wrongField)]
      setFields(known =>
        known.length === wrong.length && known.every(({ element }, at) => element === wrong[at])
          ? known
          : wrong.map(element => ({ name: nameOf(element), element })),
      )
    }
    const observer = new MutationObserver(read)
    observer.observe(form, { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] })
    read()
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      {fields.length > 0 && (
        <FormProblem>
          {title}{' '}
          {fields.map(({ name, element }, at) => (
            <Fragment key={name}>
              {at > 0 && ' '}
              {/* The comma stays with the name before it. */}
              <span className={styles.wrongField}>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    lead(element)
                    element.focus({ preventScroll: true })
                  }}
                >
                  {name}
                </button>
                {at < fields.length - 1 && ','}
              </span>
            </Fragment>
          ))}
        </FormProblem>
      )}
    </div>
  )
}
