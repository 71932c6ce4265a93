// A field for somebody else's new password: typed or generated, with its length in words.

import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import { passwordBytes, passwordFrom } from '@rookery/primitives/generated-password.ts'
import { IconDice5 } from '@tabler/icons-react'
import { LengthHint } from '../../parts/password/length-hint.tsx'
import { passwordLength, passwordLimits } from '../../parts/password/password-length-rules.ts'
import { useTexts } from '../../texts/texts.ts'

interface NewPasswordFieldProps {
  password: string
  isTried: boolean
  fault: string | undefined
  onChange: (password: string) => void
}

/** Shown in clear: whoever sets it for somebody else has to hand it over. */
export function NewPasswordField({ password, isTried, fault, onChange }: NewPasswordFieldProps) {
  const t = useTexts()
  const isWrong = isTried && passwordLength(password).kind !== 'fits'
  return (
    <Stack gap={14}>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          miw={0}
          classNames={{ input: 'mono' }}
          label={t('newUser.password')}
          autoComplete="off"
          spellCheck={false}
          value={password}
          onChange={event => onChange(event.currentTarget.value)}
          error={Boolean(isWrong || fault)}
        />
        <Button
          variant="default"
          leftSection={<IconDice5 size={17} />}
          onClick={() => onChange(passwordFrom(window.crypto.getRandomValues(new Uint8Array(passwordBytes))))}
        >
          {t('newUser.generate')}
        </Button>
      </Group>
      {isWrong || fault ? (
        <Box component="p" className="text-problem" mt={-8} role="alert">
          {isWrong
            ? t('fields.lengthWrong', { min: passwordLimits.minBytes, max: passwordLimits.maxBytes })
            : fault}
        </Box>
      ) : (
        <LengthHint password={password} />
      )}
    </Stack>
  )
}
