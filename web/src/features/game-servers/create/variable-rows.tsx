// Variables of the template as rows of the form for a new server; a license is agreed to, not filled in.

import { Box, Checkbox } from '@mantine/core'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { faultText } from '../../../parts/variables/logic/rule-text.ts'
import { isAgreement, linkIn, shapeOf } from '../../../parts/variables/logic/variable-shape.ts'
import { VariableField } from '../../../parts/variables/variable-field.tsx'
import { useTexts } from '../../../texts/texts.ts'
import rows from '../../../ui/controls/field-row.module.css'
import styles from './create.module.css'
import { type Draft, isWrong, lacksAgreement, valueIn } from './logic/new-game-server.ts'

export interface DraftProps {
  draft: Draft
  isTried: boolean
  faults: Record<string, string[]>
  onDraft: (draft: Draft) => void
}

export function VariableRows({
  variables,
  ...props
}: DraftProps & { variables: readonly TemplateVariable[] }) {
  return variables.map(variable =>
    isAgreement(variable) ? (
      <Agreement key={variable.name} variable={variable} {...props} />
    ) : (
      <Row key={variable.name} variable={variable} {...props} />
    ),
  )
}

type RowProps = DraftProps & { variable: TemplateVariable }

function Row({ variable, draft, isTried, faults, onDraft }: RowProps) {
  const t = useTexts()
  const value = valueIn(draft, variable)
  const isTouched = draft.variables[variable.name] !== undefined
  const isVisible = (isTried || isTouched) && isWrong(variable, draft)
  const refused = fieldMessage(t, faults[`variables.${variable.name}`])
  return (
    <VariableField
      variable={variable}
      value={value}
      isNew
      fault={isVisible ? faultText(t, variable, value) : refused}
      onChange={next => onDraft({ ...draft, variables: { ...draft.variables, [variable.name]: next } })}
    />
  )
}

function Agreement({ variable, draft, isTried, onDraft }: RowProps) {
  const t = useTexts()
  const shape = shapeOf(variable)
  if (shape.kind !== 'switch') return null
  const { on, off } = shape
  const isMissing = isTried && lacksAgreement(variable, draft)
  const terms = linkIn(variable.description)
  return (
    <div className={rows.row}>
      <div className={rows.words}>
        <span className="text-name">{t('newServer.license')}</span>
        {terms && (
          <Box component="p" className="text-note" mt={2}>
            <a href={terms} target="_blank" rel="noreferrer" className="link">
              {t('newServer.readTerms')}
            </a>
          </Box>
        )}
      </div>
      <Checkbox
        className={styles.agreement}
        label={t('newServer.agreement')}
        checked={valueIn(draft, variable) === on}
        aria-invalid={isMissing || undefined}
        data-field-name={variable.title}
        error={isMissing ? t('newServer.agreementNeeded') : undefined}
        onChange={event =>
          onDraft({
            ...draft,
            variables: { ...draft.variables, [variable.name]: event.currentTarget.checked ? on : off },
          })
        }
      />
    </div>
  )
}
