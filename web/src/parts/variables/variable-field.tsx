// One variable of a template as a row of a form: the field that suits its rules, its default, and what is wrong.

import { choiceTitle } from '@rookery/contracts/template/choice-title.ts'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { useId } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { FieldRow } from '../../ui/controls/field-row.tsx'
import { LinkedText } from './linked-text.tsx'
import { shapeOf } from './logic/variable-shape.ts'
import { ValueField } from './value-field.tsx'

export type FieldVariable = Pick<
  TemplateVariable,
  'name' | 'title' | 'description' | 'default' | 'rules' | 'hint' | 'choices' | 'secret'
>

export interface VariableFieldProps {
  variable: FieldVariable
  /** Null: a secret that the person may not read. */
  value: string | null
  /** The panel holds a value that it cannot read; what is typed replaces it. */
  isUnreadable?: boolean
  isEditable?: boolean
  /** Before a server exists, an empty secret is made up. */
  isNew?: boolean
  fault?: string
  onChange: (value: string) => void
}

export function VariableField(props: VariableFieldProps) {
  const { variable, isEditable = true, isNew } = props
  const id = useId()
  const text = variable.description
  return (
    <FieldRow
      id={id}
      label={variable.title || variable.name}
      text={text ? <LinkedText text={text} /> : undefined}
      note={
        <>
          {/* The description says the same in more words: the hint comes when something is wrong. */}
          {variable.hint && (!text || props.fault) && <span>{variable.hint}</span>}
          {isEditable ? <DefaultNote {...props} isNew={isNew} /> : <ReadOnlyNote />}
        </>
      }
    >
      <ValueField {...props} id={id} describedBy={text ? `${id}-text` : undefined} />
    </FieldRow>
  )
}

function ReadOnlyNote() {
  const t = useTexts()
  return <span>{t('variables.readOnly')}</span>
}

function DefaultNote({ variable, value, isNew, onChange }: VariableFieldProps) {
  const t = useTexts()
  if (variable.secret) return isNew ? <span>{t('variables.madeUp')}</span> : null
  if (value === variable.default) return null
  // A switch is its own way back, and a license is not to be taken back by accident.
  const { kind } = shapeOf(variable)
  if (kind === 'switch') return null
  const usual = kind === 'choice' ? choiceTitle(variable, variable.default) : variable.default
  return (
    <>
      <span>
        {variable.default === '' ? t('variables.defaultEmpty') : t('variables.default', { value: usual })}
      </span>
      <button type="button" className="link" onClick={() => onChange(variable.default)}>
        {t('variables.backToDefault')}
      </button>
    </>
  )
}
