// The French texts of SFTP: keys and password in the profile, and the card beside the files.

import type { AreaTexts } from '../chapters.ts'

export const sftp: AreaTexts<'sftp'> = {
  ownSftp: {
    keys: 'Clés publiques',
    keysText:
      'L’accès le plus sûr aux fichiers de vos serveurs avec FileZilla, WinSCP, rsync ou un terminal. Seule la moitié publique est gardée ici.',
    noKeys: 'Aucune clé publique pour l’instant',
    noKeysText:
      'Collez le contenu d’un fichier .pub, comme ~/.ssh/id_ed25519.pub. Votre clé privée reste chez vous.',
    addKey: 'Ajouter une clé',
    publicKey: 'Clé publique',
    publicKeyText: 'Une ligne qui commence par son type, comme dans un fichier .pub.',
    privateKey:
      'C’est la clé privée. Elle doit rester sur votre machine : collez le contenu du fichier qui finit par .pub.',
    needKey: 'Collez une clé publique.',
    keyName: 'Nom',
    keyNamePlaceholder: 'Par exemple : portable',
    lastUsed: 'Dernière utilisation',
    neverUsed: 'Jamais utilisée',
    added: 'ajoutée',
    delete: 'Supprimer',
    deleteNamed: 'Supprimer {{name}}',
    deleteTitle: 'Supprimer {{name}} ?',
    deleteText:
      'Plus personne n’entre avec cette clé, et les connexions ouvertes avec elle prennent fin aussitôt.',
    password: 'Mot de passe SFTP',
    passwordText:
      'Pour les programmes qui ne connaissent pas les clés. Il ouvre vos fichiers par SFTP et rien d’autre ; le mot de passe du panneau n’y fonctionne jamais.',
    noPassword: 'Aucun mot de passe',
    noPasswordText:
      'Seules vos clés donnent accès. Créez-en un si votre programme ne peut pas utiliser de clé.',
    makePassword: 'Créer un mot de passe',
    notMade: 'Aucun mot de passe n’a été créé',
    hasPassword: 'Il y a un mot de passe',
    made: 'Créé',
    hasPasswordText: 'Le panneau n’en garde qu’un hachage et ne peut plus l’afficher.',
    replace: 'Remplacer',
    replaceTitle: 'Remplacer le mot de passe SFTP ?',
    replaceText:
      'Le précédent cesse de fonctionner, et les connexions ouvertes avec lui prennent fin aussitôt.',
    replaceConfirm: 'En créer un nouveau',
    remove: 'Retirer',
    removeTitle: 'Retirer le mot de passe SFTP ?',
    removeText:
      'Dès lors, seules les clés donnent accès. Les connexions ouvertes avec le mot de passe prennent fin aussitôt.',
    madeTitle: 'Votre mot de passe SFTP',
    shownOnce: 'Copiez-le maintenant. Le panneau n’en garde qu’un hachage et ne peut plus l’afficher.',
    copyPassword: 'Copier le mot de passe',
    whereToUse: 'Hôte, port et nom d’utilisateur se trouvent dans l’onglet Fichiers de chaque serveur.',
  },
  sftpCard: {
    on: 'Activé',
    off: 'Désactivé',
    silent: 'Ne répond pas',
    offText:
      'SFTP permet de travailler sur ces fichiers avec FileZilla, WinSCP ou un terminal, même s’ils sont trop volumineux pour un envoi. Il est désactivé sur ce nœud ; qui gère le nœud peut l’activer.',
    openNode: 'Ouvrir le nœud',
    silentTitle: 'Le nœud n’écoute pas en SFTP',
    silentText:
      'Il est activé, mais le nœud est injoignable ou son port est occupé. La page du nœud dit lequel des deux.',
    host: 'Hôte',
    noHost: 'Le nœud n’a encore indiqué aucune adresse',
    port: 'Port',
    username: 'Nom d’utilisateur',
    link: 'Lien',
    command: 'Commande',
    fingerprint: 'Clé de l’hôte',
    copyHost: 'Copier l’hôte',
    copyPort: 'Copier le port',
    copyUsername: 'Copier le nom d’utilisateur',
    copyLink: 'Copier le lien',
    signIn: 'Connectez-vous avec une clé publique ou un mot de passe créé pour SFTP seul.',
    toProfile: 'Les configurer dans votre profil',
  },
}
