// A new personal access token: its name, and what it may do at most.

import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { abilityTexts, type OfferedGroup, offeredGroups } from './logic/ability-groups.ts'
import styles from './tokens.module.css'

export interface NewAccessToken {
  name: string
  abilities: TokenAbility[]
}

interface NewAccessTokenViewProps {
  /** Null while the panel is asked what may be given. */
  offered: readonly TokenAbility[] | null
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (input: NewAccessToken) => void
  onClose: () => void
}

export function NewAccessTokenView(props: NewAccessTokenViewProps) {
  const { offered, isBusy, faults, problem, onCreate, onClose } = props
  const t = useTexts()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly TokenAbility[]>([])
  const [isTried, setIsTried] = useState(false)
  const lacksAbility = isTried && chosen.length === 0

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (name.trim() && chosen.length > 0) onCreate({ name: name.trim(), abilities: [...chosen] })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('accessTokens.name')}
        placeholder={t('accessTokens.namePlaceholder')}
        maxLength={255}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={isTried && !name.trim() ? t('accessTokens.needName') : fieldMessage(t, faults.name)}
      />
      <div className={styles.abilities}>
        <p className={lacksAbility ? styles.fault : styles.label} role={lacksAbility ? 'alert' : undefined}>
          {lacksAbility
            ? t('accessTokens.needAbility')
            : (fieldMessage(t, faults.abilities) ?? t('accessTokens.mayDo'))}
        </p>
        {offered ? (
          offeredGroups(offered).map(group => (
            <AbilityGroup key={group.group} {...group} chosen={chosen} onChoose={setChosen} />
          ))
        ) : (
          <LoadingRows rows={4} />
        )}
      </div>
      <p className={`text-hint ${styles.small}`}>{t('accessTokens.limits')}</p>
      <Group className={`${styles.stays}`} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('accessTokens.create')}
        </Button>
      </Group>
    </form>
  )
}

interface AbilityGroupProps extends OfferedGroup {
  chosen: readonly TokenAbility[]
  onChoose: (chosen: readonly TokenAbility[]) => void
}

function AbilityGroup({ group, abilities, chosen, onChoose }: AbilityGroupProps) {
  const t = useTexts()
  const others = chosen.filter(each => !abilities.includes(each))
  const ofGroup = abilities.filter(each => chosen.includes(each))
  const hasAll = ofGroup.length === abilities.length
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{t(`accessTokens.groups.${group}`)}</legend>
      <Checkbox
        classNames={{ label: styles.wholeLabel }}
        label={t(`accessTokens.groups.${group}`)}
        description={t(`accessTokens.groupTexts.${group}`)}
        checked={hasAll}
        indeterminate={!hasAll && ofGroup.length > 0}
        onChange={() => onChoose(hasAll ? others : [...others, ...abilities])}
      />
      <div className={styles.each}>
        {abilities.map(ability => (
          <Checkbox
            key={ability}
            size="xs"
            label={t(`accessTokens.abilities.${abilityTexts[ability]}`)}
            description={<code>{ability}</code>}
            checked={chosen.includes(ability)}
            onChange={event =>
              onChoose(
                event.currentTarget.checked ? [...chosen, ability] : chosen.filter(each => each !== ability),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
