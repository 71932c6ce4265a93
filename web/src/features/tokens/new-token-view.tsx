// A new personal access token: its name, and what it may do at most.

import { Box, Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import { type FormEvent, useState } from 'react'
import { type Expiry, ExpiryChoice, expiryTime } from '../../parts/expiry/expiry-choice.tsx'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { MultiChoice } from '../../ui/controls/multi-choice.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { abilityTitle, type OfferedGroup, offeredGroups } from './logic/ability-groups.ts'
import styles from './tokens.module.css'

export interface NewAccessToken {
  name: string
  abilities: TokenAbility[]
  expires_at: string | null
  /** Null: all. */
  servers: number[] | null
}

interface NewAccessTokenViewProps {
  /** Null while the panel is asked what may be given. */
  offered: readonly TokenAbility[] | null
  gameServers: readonly { id: number; name: string }[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (input: NewAccessToken) => void
  onClose: () => void
}

export function NewAccessTokenView(props: NewAccessTokenViewProps) {
  const { offered, gameServers, isBusy, faults, problem, onCreate, onClose } = props
  const t = useTexts()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly TokenAbility[]>([])
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [servers, setServers] = useState<readonly string[]>([])
  const [isTried, setIsTried] = useState(false)
  const abilityFault =
    isTried && chosen.length === 0 ? t('accessTokens.needAbility') : fieldMessage(t, faults.abilities)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!name.trim() || chosen.length === 0) return
    onCreate({
      name: name.trim(),
      abilities: [...chosen],
      expires_at: expiryTime(expiry, Date.now()),
      servers: servers.length > 0 ? servers.map(Number) : null,
    })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
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
        <Box component="p" className="text-label" mb={6}>
          {t('accessTokens.mayDo')}
        </Box>
        {abilityFault && (
          <Box component="p" className="text-hint" mb={6} c="var(--state-trouble)" role="alert">
            {abilityFault}
          </Box>
        )}
        {offered ? (
          offeredGroups(offered).map(group => (
            <AbilityGroup key={group.group} {...group} chosen={chosen} onChoose={setChosen} />
          ))
        ) : (
          <LoadingRows rows={4} />
        )}
      </div>
      <div className={form.pair}>
        <ExpiryChoice value={expiry} onChoose={setExpiry} error={fieldMessage(t, faults.expires_at)} />
        <MultiChoice
          label={t('accessTokens.servers')}
          placeholder={servers.length === 0 ? t('accessTokens.allServers') : undefined}
          searchable
          clearable
          data={gameServers.map(({ id, name: serverName }) => ({ value: String(id), label: serverName }))}
          value={[...servers]}
          onChange={setServers}
          error={fieldMessage(t, faults.servers)}
        />
      </div>
      <Box component="p" className="text-hint" mt={-8}>
        {t('accessTokens.limits')}
      </Box>
      <Group className={form.stays} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
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
        label={<strong>{t(`accessTokens.groups.${group}`)}</strong>}
        description={t(`accessTokens.groupTexts.${group}`)}
        checked={hasAll}
        indeterminate={!hasAll && ofGroup.length > 0}
        onChange={() => onChoose(hasAll ? others : [...others, ...abilities])}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} verticalSpacing={10} mt={12} pl={32}>
        {abilities.map(ability => (
          <Checkbox
            key={ability}
            size="xs"
            label={abilityTitle(t, ability)}
            description={<code className={styles.ability}>{ability}</code>}
            checked={chosen.includes(ability)}
            onChange={event =>
              onChoose(
                event.currentTarget.checked ? [...chosen, ability] : chosen.filter(each => each !== ability),
              )
            }
          />
        ))}
      </SimpleGrid>
    </fieldset>
  )
}
