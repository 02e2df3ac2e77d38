/** What stands beside the data of an export: how a stranger verifies it. In English, for auditors. */

export const writeReadme = ({ firm, madeAt, portal }: { firm: string; madeAt: string; portal: string }): string => `\
Entries of the audit log of ${firm}
Exported at ${madeAt} from ${portal}

proof.json       the entries that were asked for, and the hashes that prove them
authority-N.pem  authorities of the firm's seal
SHA256SUMS       hashes of these files
SHA256SUMS.cms   the firm's signature of that list

To verify it with the portal's program, without its database:
  npm run audit:verify-export -- <this ZIP>
  npm run audit:verify-export -- <this ZIP> --anchors audit-anchors.jsonl
The second also compares it with the anchors that the operator keeps outside of the database.

To verify it with coreutils and OpenSSL 3, in the unpacked folder:
  sha256sum -c SHA256SUMS
  cat authority-*.pem > authorities.pem
  openssl cms -verify -cades -binary -inform DER -purpose any -out /dev/null \\
    -in SHA256SUMS.cms -content SHA256SUMS -CAfile authorities.pem -no-CApath -no-CAstore -no_check_time
Compare the fingerprint of the authority with one that came to you in another way, such as ${portal}/verify-contract.

How an entry is hashed, in each segment of proof.json:
  content hash = SHA-256 of the salt (bytes) and the content as JSON with sorted keys and without spaces
  hash         = SHA-256 of the hash before (bytes), "<chain>/<position>/", and the content hash (bytes)
"links" are the content hashes of all entries from the first on; of those that were not asked for, nothing else is given.
"anchored" is the first anchor that the portal wrote after the last entry. An entry that says "erased" lost its content to
the retention period; its hash shows that it was there.
`;
