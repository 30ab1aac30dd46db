; For whom: this user (no rights needed) or everyone on this computer (administrator).

!define FOLDER "Tapline"

Var ForUser
Var ForEveryone

; Everyone who asks for it on the command line, and everyone where it is installed for everyone already.
Function AskedScope
  StrCpy $Scope "user"
  SetRegView 64
  ReadRegStr $0 HKLM "${UNINSTALL_KEY}" "DisplayVersion"
  ${If} $0 != ""
    StrCpy $Scope "everyone"
  ${EndIf}
  ${GetParameters} $1
  ClearErrors
  ${GetOptions} $1 "/ALLUSERS" $2
  ${IfNot} ${Errors}
    StrCpy $Scope "everyone"
    Return
  ${EndIf}
  ClearErrors
  ${GetOptions} $1 "/CURRENTUSER" $2
  ${IfNot} ${Errors}
    ${If} $Scope == "everyone"
      ${Refuse} ${INSTALLED_FOR_EVERYONE} "Tapline is installed for everyone on this computer. Nothing was changed."
    ${EndIf}
  ${EndIf}
FunctionEnd

!macro UseScope
  ${If} $Scope == "everyone"
    SetShellVarContext all
    StrCpy $INSTDIR "$PROGRAMFILES64\${FOLDER}"
  ${Else}
    SetShellVarContext current
    StrCpy $INSTDIR "$LOCALAPPDATA\Programs\${FOLDER}"
  ${EndIf}
!macroend

Function EnterScope
  !insertmacro UseScope
  ${If} $Scope == "everyone"
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      ${If} $Updates == "yes"
        ExecShell "runas" "$EXEPATH" "/ALLUSERS /UPDATE"
        Quit
      ${EndIf}
      ${If} ${Silent}
        ${Refuse} ${NEEDS_ADMINISTRATOR} "To install Tapline for everyone, start this as administrator. Nothing was changed."
      ${EndIf}
      ; Windows asks for the consent of an administrator, and a second one of us goes on.
      ExecShell "runas" "$EXEPATH" "/ALLUSERS"
      Quit
    ${EndIf}
  ${EndIf}
  Call NotOlder
  Call AwaitEnd
  Call NotRunning
FunctionEnd

Function ScopePage
  !insertmacro MUI_HEADER_TEXT "Who is it for?" "${CAPTION} ${VERSION}"
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateRadioButton} 0 10u 100% 12u "&Only for me"
  Pop $ForUser
  ${NSD_CreateRadioButton} 0 30u 100% 12u "For &everyone on this computer (needs an administrator)"
  Pop $ForEveryone
  ${If} $Scope == "everyone"
    ${NSD_Check} $ForEveryone
  ${Else}
    ${NSD_Check} $ForUser
  ${EndIf}
  ReadRegStr $0 HKLM "${UNINSTALL_KEY}" "DisplayVersion"
  ${If} $0 != ""
    EnableWindow $ForUser 0
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function ScopePageLeave
  ${NSD_GetState} $ForEveryone $0
  ${If} $0 == ${BST_CHECKED}
    StrCpy $Scope "everyone"
  ${Else}
    StrCpy $Scope "user"
  ${EndIf}
  Call EnterScope
FunctionEnd

; Which installation the uninstaller belongs to: the user's by its folder, however else it is called.
Function un.FindScope
  SetRegView 64
  SetShellVarContext current
  StrCpy $Scope "user"
  ReadRegStr $0 HKLM "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $0 != ""
  ${AndIf} $INSTDIR != "$LOCALAPPDATA\Programs\${FOLDER}"
    StrCpy $Scope "everyone"
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      ${If} ${Silent}
        ${Refuse} ${NEEDS_ADMINISTRATOR} "Tapline is installed for everyone: an administrator removes it. Nothing was changed."
      ${EndIf}
      ExecShell "runas" "$INSTDIR\uninstall.exe"
      Quit
    ${EndIf}
  ${EndIf}
  !insertmacro UseScope
FunctionEnd
