// One variable of a template as a row of a form: the field that suits its rules, its default, and what is wrong.

import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { useId } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { FieldRow } from '../../ui/controls/field-row.tsx'
import { shapeOf } from './logic/variable-shape.ts'
import { ValueField } from './value-field.tsx'

export type FieldVariable = Pick<
  TemplateVariable,
  'name' | 'title' | 'description' | 'default' | 'rules' | 'hint' | 'secret'
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
      text={text || undefined}
      note={
        <>
          {variable.hint && <span>{variable.hint}</span>}
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
  const shape = shapeOf(variable)
  const visible = shape.kind !== 'switch' ? variable.default : null
  const switched =
    shape.kind === 'switch' && variable.default === shape.on ? t('variables.on') : t('variables.off')
  return (
    <>
      <span>
        {visible === ''
          ? t('variables.defaultEmpty')
          : t('variables.default', { value: visible ?? switched })}
      </span>
      <button type="button" className="link" onClick={() => onChange(variable.default)}>
        {t('variables.backToDefault')}
      </button>
    </>
  )
}
