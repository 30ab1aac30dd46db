; How Tapline replaces itself: its updater starts this installer with /UPDATE and ends at once.

Function AskedUpdate
  ${GetParameters} $1
  ClearErrors
  ${GetOptions} $1 "/UPDATE" $2
  ${IfNot} ${Errors}
    StrCpy $Updates "yes"
    SetSilent silent
  ${EndIf}
FunctionEnd

; The program that started this may still be ending: ten seconds for that.
Function AwaitEnd
  ${If} $Updates == "yes"
    ${For} $2 1 40
      StrCpy $1 ""
      !insertmacro IsRunning "tapline.exe"
      ${If} $1 == ""
        ${Break}
      ${EndIf}
      Sleep 250
    ${Next}
  ${EndIf}
FunctionEnd

; By the desktop, so that it has the rights of the person and not those of an installer for everyone.
Function OpenUpdated
  ${If} $Updates == "yes"
    Exec '"$WINDIR\explorer.exe" "$INSTDIR\tapline.exe"'
  ${EndIf}
FunctionEnd
